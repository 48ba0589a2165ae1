import { newId } from '../../db/id.ts'
import type { Db, Row } from '../../db/tables.ts'

type LedgerAccount = Row<'ledger_entries'>['account']
export type PostingKind = Row<'ledger_entries'>['kind']

/** Entries that belong together. Their amounts add up to 0. */
export interface Posting {
  kind: PostingKind
  purchaseId: string
  /** The Stripe object ID, or of the row, that caused the posting. */
  reference: string
  /** The payment, if the posting belongs to one. */
  paymentId?: string
  /** The change of each account in cents. Accounts that do not change are left out of the books. */
  amounts: Partial<Record<LedgerAccount, number>>
  buyerId: string
  sellerId: string
}

/**
 * Writes a posting to the books.
 * @returns false if the books already contain a posting of this kind with the same reference
 * @throws RangeError if the amounts don't add up to 0, which is a programming error
 */
export async function post(db: Db, posting: Posting, now: Date): Promise<boolean> {
  const { kind, purchaseId, reference, paymentId = null, buyerId, sellerId } = posting
  const amounts = Object.entries(posting.amounts).filter(([, amount]) => amount !== 0) as [
    LedgerAccount,
    number,
  ][]
  if (amounts.reduce((sum, [, amount]) => sum + amount, 0) !== 0)
    throw new RangeError(`The posting ${kind} ${reference} doesn’t add up to 0.`)
  if (amounts.length === 0 || (await isPosted(db, kind, reference))) return false
  const userOf = { buyer: buyerId, seller: sellerId, debt: sellerId } as Partial<
    Record<LedgerAccount, string>
  >
  const id = newId()
  await db
    .insertInto('ledger_entries')
    .values(
      amounts.map(([account, amount]) => ({
        id: newId(),
        posting: id,
        at: now.toISOString(),
        purchase_id: purchaseId,
        account,
        user_id: userOf[account] ?? null,
        amount,
        kind,
        reference,
        payment_id: paymentId,
      })),
    )
    .execute()
  return true
}

async function isPosted(db: Db, kind: PostingKind, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom('ledger_entries')
    .select('id')
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the amount in cents that a seller owes the platform. */
export async function readSellerDebt(db: Db, sellerId: string): Promise<number> {
  const { owed } = await db
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.sum<number | null>('amount').as('owed'))
    .where('user_id', '=', sellerId)
    .where('account', '=', 'debt')
    .executeTakeFirstOrThrow()
  return owed ?? 0
}

/** An amount that a posting moved into or out of an account. */
export interface LedgerEntry {
  kind: PostingKind
  reference: string
  purchaseId: string
  paymentId: string | null
  account: LedgerAccount
  amount: number
  at: string
}

/** Lists a deal's entries, oldest first. */
export async function listDealEntries(db: Db, purchaseId: string): Promise<LedgerEntry[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(toEntry)
}

const VALUES_PER_QUERY = 500

/** Lists all entries that the given Stripe objects have caused. */
export async function listReferencedEntries(db: Db, references: readonly string[]): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = []
  for (let start = 0; start < references.length; start += VALUES_PER_QUERY) {
    const rows = await db
      .selectFrom('ledger_entries')
      .selectAll()
      .where('reference', 'in', references.slice(start, start + VALUES_PER_QUERY))
      .execute()
    entries.push(...rows.map(toEntry))
  }
  return entries
}

/** Sums the debts that the payouts of each purchase have settled, in cents. Purchases without one are left out. */
export async function sumSettledDebts(db: Db, purchaseIds: readonly string[]): Promise<Map<string, number>> {
  const debts = new Map<string, number>()
  for (let start = 0; start < purchaseIds.length; start += VALUES_PER_QUERY) {
    const rows = await db
      .selectFrom('ledger_entries')
      .select('purchase_id')
      .select(({ fn }) => fn.sum<number>('amount').as('debt'))
      .where('purchase_id', 'in', purchaseIds.slice(start, start + VALUES_PER_QUERY))
      .where('kind', '=', 'debt-payment')
      .where('account', '=', 'platform')
      .groupBy('purchase_id')
      .execute()
    for (const row of rows) debts.set(row.purchase_id, row.debt)
  }
  return debts
}

export async function listEntriesSince(db: Db, since: Date): Promise<LedgerEntry[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('at', '>=', since.toISOString())
    .execute()
  return rows.map(toEntry)
}

function toEntry(row: Row<'ledger_entries'>): LedgerEntry {
  return {
    kind: row.kind,
    reference: row.reference,
    purchaseId: row.purchase_id,
    paymentId: row.payment_id,
    account: row.account,
    amount: row.amount,
    at: row.at,
  }
}
