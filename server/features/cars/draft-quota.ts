import { sql } from 'kysely'
import { quotaExceeded } from '../../../contract/quotas.ts'
import type { CarWriter } from '../../db/ledger-quota.ts'
import type { Db } from '../../db/tables.ts'

/** Returns how many more drafts the seller may have; the transaction that adds them must read it. */
export async function countDraftsLeft(
  trx: Db,
  { config }: Pick<CarWriter, 'config'>,
  sellerId: string,
): Promise<number> {
  const { count } = await trx
    .selectFrom('cars')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('seller_id', '=', sellerId)
    // A literal, so that the index of drafts is used.
    .where(sql<boolean>`state = 'draft'`)
    .where('hidden_at', 'is', null)
    .executeTakeFirstOrThrow()
  return config.quotas.drafts - count
}

/** @throws ProblemError `quota-exceeded` if the seller has as many drafts as an account can have */
export async function refuseDraftsOverQuota(
  trx: Db,
  ctx: Pick<CarWriter, 'config'>,
  sellerId: string,
): Promise<void> {
  if ((await countDraftsLeft(trx, ctx, sellerId)) <= 0) throw quotaExceeded('drafts', ctx.config.quotas)
}
