import type { Db } from '../../db/tables.ts'

const DAY_MS = 86_400_000

/**
 * The change that more may still be added to: their own, of many cars, begun within a day, and not taken back since.
 * @returns its id; null where there is none such, and a new one begins
 */
export async function findOpenSet(
  db: Db,
  { id, actorId }: { id: number; actorId: string },
  now: Date,
): Promise<number | null> {
  const row = await db
    .selectFrom('change_sets')
    .select('id')
    .where('id', '=', id)
    .where('actor', '=', actorId)
    .where('kind', '=', 'bulk-edit')
    .where('at', '>', new Date(now.getTime() - DAY_MS).toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('change_sets as later')
            .select('later.id')
            .whereRef('later.reverts', '=', 'change_sets.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return row?.id ?? null
}
