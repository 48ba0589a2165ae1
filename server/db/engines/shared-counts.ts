import type { Pool } from 'pg'

/**
 * Adds to counts that several processes share. Each count starts with its first addition and expires after a
 * limited time.
 */
export type AddCounts = (counts: readonly Count[]) => Promise<ReadonlyMap<string, number>>

export interface Count {
  key: string
  points: number
  /** Duration, in seconds, for which a newly started count is valid. */
  seconds: number
}

/** The statement that deletes expired counts, including other clients'. */
const deleteExpired = 'delete from rate_counts where until <= now()'

const isOver = 'rate_counts.until <= now()'
const add = `insert into rate_counts (key, points, until)
  select key, points, now() + make_interval(secs => seconds)
  from unnest($1::text[], $2::bigint[], $3::bigint[]) as given (key, points, seconds)
  on conflict (key) do update set
    points = excluded.points + case when ${isOver} then 0 else rate_counts.points end,
    until = case when ${isOver} then excluded.until else rate_counts.until end
  returning key, points`

/**
 * Creates the function for shared counts.
 * @returns a function that adds to the counts and returns their new totals
 */
export function addCountsIn(pool: Pool): AddCounts {
  return async (counts) => {
    await pool.query(deleteExpired)
    // All processes use the same order, so that they don't deadlock.
    const sorted = counts.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const columns = [sorted.map(({ key }) => key), sorted.map(({ points }) => points)]
    const { rows } = await pool.query<{ key: string; points: number }>(add, [
      ...columns,
      sorted.map(({ seconds }) => seconds),
    ])
    return new Map(rows.map(({ key, points }) => [key, points]))
  }
}
