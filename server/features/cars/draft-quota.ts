import { sql } from 'kysely'
import { createQuotaProblem } from '../../../contract/api/quotas.ts'
import type { CarWriter } from '../../db/ledger-quota.ts'
import type { Db } from '../../db/tables.ts'

/**
 * Checks the quota in the transaction that adds a draft. Imports do not call it: the ledger quota limits the
 * drafts that they add.
 * @throws ProblemError `quota-exceeded` if the seller has as many drafts as an account can have
 */
export async function assertDraftQuota(
  trx: Db,
  { config }: Pick<CarWriter, 'config'>,
  sellerId: string,
): Promise<void> {
  const { count } = await trx
    .selectFrom('cars')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('seller_id', '=', sellerId)
    // A literal, because the index of drafts does not match a parameter.
    .where(sql<boolean>`state = 'draft'`)
    .where('hidden_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= config.quotas.drafts) throw createQuotaProblem('drafts', config.quotas)
}
