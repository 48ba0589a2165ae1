import type { Db } from '../../db/tables.ts'

const DAY_MS = 86_400_000

/**
 * Finds a change set that can still be extended: the user's own bulk edit, started within the last day and
 * not reverted.
 * @returns its ID, or null if no such set exists and a new one has to be started
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
