import type { DocumentFacts } from '../../../contract/deal-documents.ts'
import type { Db, Row } from '../../db/tables.ts'

/** The details of a deal's documents, with the names of both sides when the seller saved them. */
export interface DocumentDetails {
  revision: number
  facts: DocumentFacts
  buyerName: string
  sellerName: string
  savedAt: string
}

/**
 * Finds the details of a sale's documents.
 * @param revision the current one if it is omitted
 */
export async function findDocumentDetails(
  db: Db,
  purchaseId: string,
  revision?: number,
): Promise<DocumentDetails | null> {
  const row = await db
    .selectFrom('deal_documents')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .$if(revision !== undefined, (rows) => rows.where('revision', '=', revision!))
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toDetails(row) : null
}

/**
 * Inserts a revision of the document details.
 * @throws if the revision exists
 */
export async function insertDocumentDetails(
  db: Db,
  purchaseId: string,
  { revision, facts, buyerName, sellerName, savedAt }: DocumentDetails,
): Promise<void> {
  await db
    .insertInto('deal_documents')
    .values({
      purchase_id: purchaseId,
      revision,
      facts: JSON.stringify(facts),
      buyer_name: buyerName,
      seller_name: sellerName,
      saved_at: savedAt,
    })
    .execute()
}

function toDetails(row: Row<'deal_documents'>): DocumentDetails {
  return {
    revision: row.revision,
    facts: JSON.parse(row.facts) as DocumentFacts,
    buyerName: row.buyer_name,
    sellerName: row.seller_name,
    savedAt: row.saved_at,
  }
}
