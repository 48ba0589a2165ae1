import { isDeepStrictEqual } from 'node:util'
import { ProblemError } from '../../../../contract/api/problems.ts'
import { documentStates } from '../../../../contract/deal-documents.ts'
import type { Actor } from '../../../actor.ts'
import type { Context } from '../../../context.ts'
import { lockInTransaction } from '../../../db/engines/transaction-lock.ts'
import type { Db } from '../../../db/tables.ts'
import type { Call } from '../../../http/handler.ts'
import { readListing } from '../../../sale/deals/open-deal.ts'
import { findDeal } from '../../../sale/records/deal.repository.ts'
import {
  findDocumentDetails,
  insertDocumentDetails,
  type DocumentDetails,
} from '../../../sale/records/deal-document.repository.ts'
import {
  insertSignature,
  listSignatures,
  type Signature,
} from '../../../sale/records/deal-signature.repository.ts'
import { findDealMoney } from '../../../sale/records/deal-money.ts'
import type { DetailedDeal } from '../deal-list.repository.ts'
import { getDealFor, formatDealSideName, notifyOtherSide, record, getDealRole } from '../deal.service.ts'
import { findSignedRevision, isCurrent, type SignedDocuments } from './deal-documents.wire.ts'
import { writeDocumentsPdf } from './documents-pdf.ts'
import { compareListings } from './listed-fields.ts'
import { TEXT_VERSION, writeDocuments } from './sale-documents.ts'

/**
 * Returns the documents of a sale with their signatures.
 * @param revision the current one if it is omitted
 * @throws ProblemError `not-found` if the documents don't have that revision
 */
export async function getDealDocuments(
  ctx: Context,
  actor: Actor,
  purchaseId: string,
  revision?: number,
): Promise<SignedDocuments> {
  const deal = await getDealFor(ctx, 'getDealDocuments', actor, purchaseId)
  const listing = compareListings(deal.listing, await readListing(ctx.db, deal.carId))
  const documents = await readDocuments(ctx.db, deal, revision)
  if (revision !== undefined && !documents.details) throw new ProblemError('not-found')
  return { ...documents, listing }
}

async function readDocuments(
  db: Db,
  deal: DetailedDeal,
  revision?: number,
): Promise<Omit<SignedDocuments, 'listing'>> {
  const details = await findDocumentDetails(db, deal.purchaseId, revision)
  const { payments } = await findDealMoney(db, deal)
  return {
    details,
    documents: details ? writeDocuments({ ...deal, payments }, details) : [],
    signatures: await listSignatures(db, deal.purchaseId),
  }
}

/**
 * Returns the documents of a sale, with their signatures, as a PDF file.
 * @param revision the current one if it is omitted
 * @throws ProblemError `not-found` if the documents don't have that revision
 */
export async function writeDealDocuments(
  ctx: Context,
  actor: Actor,
  purchaseId: string,
  revision?: number,
): Promise<Buffer> {
  const deal = await getDealFor(ctx, 'getDealDocumentsFile', actor, purchaseId)
  const { details, documents, signatures } = await readDocuments(ctx.db, deal, revision)
  if (!details)
    throw new ProblemError('not-found', {
      detail:
        revision === undefined
          ? 'The seller hasn’t entered the details of the documents yet.'
          : 'The documents don’t have this version.',
    })
  return writeDocumentsPdf({ deal, details, documents, signatures })
}

/**
 * Saves the seller's details as a new revision, unless nothing has changed. Signatures on earlier revisions stay
 * recorded but are not current.
 */
export async function setDealDocuments({ ctx, actor, params, body }: Call<'setDealDocuments'>) {
  const deal = await getDealFor(ctx, 'setDealDocuments', actor, params.purchaseID)
  if (deal.sellerId !== actor.id) throw new ProblemError('not-found')
  return ctx.db.transaction().execute(async (trx) => {
    const current = await lockDetails(trx, deal)
    if (current && isDeepStrictEqual(current.facts, body)) return modified(0, current)
    if (current && (await isFinal(trx, deal, current))) throw new ProblemError('documents-signed')
    const details = {
      revision: (current?.revision ?? 0) + 1,
      facts: body,
      buyerName: deal.buyerName,
      sellerName: deal.sellerName,
      savedAt: ctx.now().toISOString(),
    }
    await insertDocumentDetails(trx, deal.purchaseId, details)
    const verb = current ? 'changed' : 'entered'
    await record(trx, ctx, deal, 'seller', `The seller ${verb} the details of the sale documents.`)
    await notifyOtherSide(trx, ctx, deal, 'seller', {
      subject: `Documents to sign: ${deal.carName}`,
      body: current
        ? `${deal.sellerName} changed the documents of the ${deal.carName}. Earlier signatures don’t apply to the changed documents. Read them, and sign them again on the deal’s page.`
        : `${deal.sellerName} prepared the documents of the ${deal.carName}. Read them, and sign them on the deal’s page.`,
    })
    return modified(1, details)
  })
}

function modified(modifiedCount: number, { revision }: Pick<DocumentDetails, 'revision'>) {
  return { acknowledged: true as const, modifiedCount, revision }
}

/** Signs the current documents. A repeated signature with the same name has no effect. */
export async function signDealDocuments({ ctx, actor, params, body }: Call<'signDealDocuments'>) {
  const deal = await getDealFor(ctx, 'signDealDocuments', actor, params.purchaseID)
  const side = getDealRole(deal, actor)
  return ctx.db.transaction().execute(async (trx) => {
    const details = await lockDetails(trx, deal)
    if (!isCurrent(body, details)) throw new ProblemError('documents-changed')
    const signature = {
      side,
      userId: actor.id,
      name: body.name,
      textVersion: TEXT_VERSION,
      revision: body.revision,
      signedAt: ctx.now().toISOString(),
    }
    const isFirst = await insertSignature(trx, deal.purchaseId, signature)
    if (!isFirst) await checkSameName(trx, deal, signature)
    else await announceSignature(trx, ctx, deal, side, body.revision)
    return { acknowledged: true as const, modifiedCount: isFirst ? 1 : 0 }
  })
}

/**
 * Verifies that a repeated signature has the same name as the earlier one.
 * @throws ProblemError `already-signed` if the names differ
 */
async function checkSameName(
  trx: Db,
  { purchaseId }: DetailedDeal,
  { side, revision, textVersion, name }: Signature,
): Promise<void> {
  const signatures = await listSignatures(trx, purchaseId)
  const isSame = signatures.some(
    (one) =>
      one.side === side && one.revision === revision && one.textVersion === textVersion && one.name === name,
  )
  if (!isSame) throw new ProblemError('already-signed')
}

/**
 * Locks the documents of a deal, so that signatures and new details are processed one after another.
 * @throws ProblemError `deal-state` if the deal's state does not allow changes
 */
async function lockDetails(trx: Db, { purchaseId }: DetailedDeal): Promise<DocumentDetails | null> {
  await lockInTransaction(trx, `documents ${purchaseId}`)
  const { state } = (await findDeal(trx, purchaseId))!
  if (!documentStates.includes(state)) throw new ProblemError('deal-state')
  return findDocumentDetails(trx, purchaseId)
}

/** Reports whether both sides have signed the details, and the seller is paid. */
async function isFinal(trx: Db, { purchaseId }: DetailedDeal, details: DocumentDetails): Promise<boolean> {
  const { releasedAt } = (await findDeal(trx, purchaseId))!
  const signedRevision = findSignedRevision(await listSignatures(trx, purchaseId))
  return releasedAt !== null && signedRevision === details.revision
}

async function announceSignature(
  trx: Db,
  ctx: Context,
  deal: DetailedDeal,
  side: 'buyer' | 'seller',
  revision: number,
): Promise<void> {
  const signatures = await listSignatures(trx, deal.purchaseId)
  const sides = new Set(signatures.filter((one) => isCurrent(one, { revision })).map((one) => one.side))
  const hasBoth = sides.size === 2
  const text = `The ${side} signed the sale documents.${hasBoth ? ' Both sides have now signed them.' : ''}`
  await record(trx, ctx, deal, side, text)
  if (!hasBoth) {
    await notifyOtherSide(trx, ctx, deal, side, {
      subject: `Documents signed by the ${side}: ${deal.carName}`,
      body: `${formatDealSideName(deal, side)} signed the documents of the ${deal.carName}. Your signature is still missing. Read the documents, and sign them on the deal’s page.`,
    })
    return
  }
  for (const signer of ['buyer', 'seller'] as const)
    await notifyOtherSide(trx, ctx, deal, signer, {
      subject: `Documents signed: ${deal.carName}`,
      body: `Both sides have signed the documents of the ${deal.carName}. You can download them as a PDF file on the deal’s page.`,
    })
}
