import { newId } from '../../db/id.ts'
import type { Db, Row } from '../../db/tables.ts'

/** A signature on one revision of a deal's documents. Signatures are never changed or deleted. */
export interface Signature {
  side: 'buyer' | 'seller'
  userId: string
  name: string
  textVersion: string
  revision: number
  signedAt: string
}

/**
 * Inserts a signature of the sale documents.
 * @returns false if the side has signed this revision and text version already
 */
export async function insertSignature(db: Db, purchaseId: string, signature: Signature): Promise<boolean> {
  const result = await db
    .insertInto('deal_signatures')
    .values({
      id: newId(),
      purchase_id: purchaseId,
      side: signature.side,
      user_id: signature.userId,
      name: signature.name,
      text_version: signature.textVersion,
      revision: signature.revision,
      signed_at: signature.signedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Lists a deal's signatures, oldest first. */
export async function listSignatures(db: Db, purchaseId: string): Promise<Signature[]> {
  const rows = await db
    .selectFrom('deal_signatures')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .orderBy('signed_at')
    .orderBy('id')
    .execute()
  return rows.map(toSignature)
}

function toSignature(row: Row<'deal_signatures'>): Signature {
  return {
    side: row.side,
    userId: row.user_id,
    name: row.name,
    textVersion: row.text_version,
    revision: row.revision,
    signedAt: row.signed_at,
  }
}
