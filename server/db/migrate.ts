import type { Kysely } from 'kysely'
import {
  isUpgradeAtomic,
  lockSchema,
  readSchemaVersion,
  writeSchemaVersion,
} from './engines/schema-version.ts'
import { dropNotes, keepNotes } from './engines/postgres-notes.ts'
import { dropLedgerTriggers, keepLedger } from './ledger.ts'
import { MigrationError } from './migration-error.ts'
import type { Migration } from './migration.ts'
import { initial } from './migrations/0001-initial.ts'
import { search } from './migrations/0002-search.ts'
import { verifiedEmail } from './migrations/0003-verified-email.ts'
import { salesBySeller } from './migrations/0004-sales-by-seller.ts'
import { refundedAmount } from './migrations/0005-refunded-amount.ts'
import { idempotencyDigest } from './migrations/0006-idempotency-digest.ts'
import { clientSecrets } from './migrations/0007-client-secrets.ts'
import { provenAddresses } from './migrations/0008-proven-addresses.ts'
import { mailsOfUsers } from './migrations/0009-mails-of-users.ts'
import { undoRows } from './migrations/0010-undo-rows.ts'
import { subscribers } from './migrations/0011-subscribers.ts'
import { holdEnds } from './migrations/0012-hold-ends.ts'
import { newsletterIssues } from './migrations/0013-newsletter-issues.ts'
import { auditSubjects } from './migrations/0014-audit-subjects.ts'
import { carNames } from './migrations/0015-car-names.ts'
import { reviewCounts } from './migrations/0016-review-counts.ts'
import { purchaseReviews } from './migrations/0017-purchase-reviews.ts'
import { color } from './migrations/0018-color.ts'
import { drive } from './migrations/0019-drive.ts'
import { carPictures } from './migrations/0020-car-pictures.ts'
import { reviewsOfPurchase } from './migrations/0021-reviews-of-purchase.ts'
import { searchIndex } from './migrations/0022-search-index.ts'
import { carChanges } from './migrations/0023-car-changes.ts'
import { ledger } from './migrations/0024-ledger.ts'
import { carFacts } from './migrations/0025-car-facts.ts'
import { carLife } from './migrations/0026-car-life.ts'
import { vins } from './migrations/0027-vins.ts'
import { growingSets } from './migrations/0028-growing-sets.ts'
import { formerMakes } from './migrations/0029-former-makes.ts'
import { lists } from './migrations/0030-lists.ts'
import { keptSets } from './migrations/0031-kept-sets.ts'
import { refundParts } from './migrations/0032-refund-parts.ts'
import { heldCars } from './migrations/0033-held-cars.ts'
import { arrangedCars } from './migrations/0034-arranged-cars.ts'
import { makesOfCars } from './migrations/0035-makes-of-cars.ts'
import { imports } from './migrations/0036-imports.ts'
import { importValues } from './migrations/0037-import-values.ts'
import { importTurns } from './migrations/0038-import-turns.ts'
import { feeds } from './migrations/0039-feeds.ts'
import { importPictures } from './migrations/0040-import-pictures.ts'
import { words } from './migrations/0041-words.ts'
import { ledgerOrder } from './migrations/0042-ledger-order.ts'
import { mailsAtMostOnce } from './migrations/0043-mails-at-most-once.ts'
import { importProgress } from './migrations/0044-import-progress.ts'
import { importNotes } from './migrations/0045-import-notes.ts'
import { importQuestions } from './migrations/0059-import-questions.ts'
import { coverFocus } from './migrations/0061-cover-focus.ts'
import { makesWithoutCars } from './migrations/0063-makes-without-cars.ts'
import { priceChanges } from './migrations/0064-price-changes.ts'
import { notedPrices } from './migrations/0065-noted-prices.ts'
import { apostrophesOfModels } from './migrations/0066-apostrophes-of-models.ts'
import { addressOrder } from './migrations/0046-address-order.ts'
import { unpaidHolds } from './migrations/0047-unpaid-holds.ts'
import { auditUsers } from './migrations/0048-audit-users.ts'
import { confirmTokens } from './migrations/0049-confirm-tokens.ts'
import { installation } from './migrations/0050-installation.ts'
import { picturePaths } from './migrations/0051-picture-paths.ts'
import { longReverts } from './migrations/0052-long-reverts.ts'
import { quotas } from './migrations/0054-quotas.ts'
import { modelNames } from './migrations/0056-model-names.ts'
import { importSheets } from './migrations/0058-import-sheets.ts'
import { mileageUnits } from './migrations/0057-mileage-units.ts'
import type { Db } from './tables.ts'

/** In order; a name never changes once released. */
export const migrations: readonly { name: string; migration: Migration }[] = [
  { name: '0001-initial', migration: initial },
  { name: '0002-search', migration: search },
  { name: '0003-verified-email', migration: verifiedEmail },
  { name: '0004-sales-by-seller', migration: salesBySeller },
  { name: '0005-refunded-amount', migration: refundedAmount },
  { name: '0006-idempotency-digest', migration: idempotencyDigest },
  { name: '0007-client-secrets', migration: clientSecrets },
  { name: '0008-proven-addresses', migration: provenAddresses },
  { name: '0009-mails-of-users', migration: mailsOfUsers },
  { name: '0010-undo-rows', migration: undoRows },
  { name: '0011-subscribers', migration: subscribers },
  { name: '0012-hold-ends', migration: holdEnds },
  { name: '0013-newsletter-issues', migration: newsletterIssues },
  { name: '0014-audit-subjects', migration: auditSubjects },
  { name: '0015-car-names', migration: carNames },
  { name: '0016-review-counts', migration: reviewCounts },
  { name: '0017-purchase-reviews', migration: purchaseReviews },
  { name: '0018-color', migration: color },
  { name: '0019-drive', migration: drive },
  { name: '0020-car-pictures', migration: carPictures },
  { name: '0021-reviews-of-purchase', migration: reviewsOfPurchase },
  { name: '0022-search-index', migration: searchIndex },
  { name: '0023-car-changes', migration: carChanges },
  { name: '0024-ledger', migration: ledger },
  { name: '0025-car-facts', migration: carFacts },
  { name: '0026-car-life', migration: carLife },
  { name: '0027-vins', migration: vins },
  { name: '0028-growing-sets', migration: growingSets },
  { name: '0029-former-makes', migration: formerMakes },
  { name: '0030-lists', migration: lists },
  { name: '0031-kept-sets', migration: keptSets },
  { name: '0032-refund-parts', migration: refundParts },
  { name: '0033-held-cars', migration: heldCars },
  { name: '0034-arranged-cars', migration: arrangedCars },
  { name: '0035-makes-of-cars', migration: makesOfCars },
  { name: '0036-imports', migration: imports },
  { name: '0037-import-values', migration: importValues },
  { name: '0038-import-turns', migration: importTurns },
  { name: '0039-feeds', migration: feeds },
  { name: '0040-import-pictures', migration: importPictures },
  { name: '0041-words', migration: words },
  { name: '0042-ledger-order', migration: ledgerOrder },
  { name: '0043-mails-at-most-once', migration: mailsAtMostOnce },
  { name: '0044-import-progress', migration: importProgress },
  { name: '0045-import-notes', migration: importNotes },
  { name: '0046-address-order', migration: addressOrder },
  { name: '0047-unpaid-holds', migration: unpaidHolds },
  { name: '0048-audit-users', migration: auditUsers },
  { name: '0049-confirm-tokens', migration: confirmTokens },
  { name: '0050-installation', migration: installation },
  { name: '0051-picture-paths', migration: picturePaths },
  { name: '0052-long-reverts', migration: longReverts },
  { name: '0054-quotas', migration: quotas },
  { name: '0056-model-names', migration: modelNames },
  { name: '0057-mileage-units', migration: mileageUnits },
  { name: '0058-import-sheets', migration: importSheets },
  { name: '0059-import-questions', migration: importQuestions },
  { name: '0061-cover-focus', migration: coverFocus },
  { name: '0063-makes-without-cars', migration: makesWithoutCars },
  { name: '0064-price-changes', migration: priceChanges },
  { name: '0065-noted-prices', migration: notedPrices },
  { name: '0066-apostrophes-of-models', migration: apostrophesOfModels },
]

/**
 * Brings the schema to `target` (default: the newest). SQLite takes all steps in one transaction, so a failed upgrade
 * leaves the file as the previous version wrote it. Postgres takes each step in a transaction of its own, because other
 * processes keep serving in the meantime; if several processes start at the same time, each step is taken once.
 * @returns the names of the steps taken.
 * @throws MigrationError if a step fails; its transaction is rolled back.
 */
export async function migrate(db: Db, target = migrations.length): Promise<string[]> {
  const taken: string[] = []
  const takeNext = async (trx: Db) => {
    const step = await takeStep(trx, target, taken.length === 0)
    if (step !== null) taken.push(step)
    return step !== null
  }
  const takeAll = async (trx: Db) => {
    while (await takeNext(trx));
    return false
  }
  const work = isUpgradeAtomic(db) ? takeAll : takeNext
  while (await db.transaction().execute(work));
  return taken
}

/** @returns its name; null where there is none left to take */
async function takeStep(trx: Db, target: number, isFirst: boolean): Promise<string | null> {
  await lockSchema(trx)
  const at = await readSchemaVersion(trx)
  const goesUp = at < target
  const untyped = trx as unknown as Kysely<unknown>
  if (at === target) {
    await keepLedger(untyped)
    if (at === migrations.length) await keepNotes(trx)
    return null
  }
  const { name, migration } = migrations[goesUp ? at : at - 1]!
  try {
    if (isFirst) await dropNotes(trx)
    if (!goesUp) await dropLedgerTriggers(untyped)
    await (goesUp ? migration.up(untyped) : migration.down(untyped))
    await keepLedger(untyped)
    await writeSchemaVersion(trx, goesUp ? at + 1 : at - 1)
  } catch (cause) {
    throw new MigrationError({ step: name, version: at, cause })
  }
  return `${goesUp ? 'up' : 'down'} ${name}`
}
