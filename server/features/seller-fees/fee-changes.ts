import { NO_FEES } from '../../../contract/all-in-price.ts'
import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import { listTargetEntries } from '../../core/audit/audit.repository.ts'
import type { Db } from '../../db/tables.ts'

const MAX_CHANGES = 20

/** Lists a seller's latest changes of fees from the audit log, newest first. Each entry has the fees after it. */
export async function listFeeChanges(
  db: Db,
  sellerId: string,
): Promise<EndpointOutput<'listSellerFeeChanges'>> {
  const target = { action: 'set-seller-fees' as const, target: sellerId }
  // The entry before a change has the fees before it.
  const entries = await listTargetEntries(db, target, MAX_CHANGES + 1)
  return entries.slice(0, MAX_CHANGES).map(({ at, actorEmail, detail }, index) => ({
    at,
    by: actorEmail,
    before: entries[index + 1]?.detail ?? NO_FEES,
    after: detail,
  }))
}
