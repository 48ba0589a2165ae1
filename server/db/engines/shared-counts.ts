import type { Pool } from 'pg'

/**
 * Adds to counts that several processes share, and returns the new totals. Each count expires a limited time
 * after its first addition.
 */
export type AddCounts = (counts: readonly Count[]) => Promise<ReadonlyMap<string, number>>

export interface Count {
  key: string
  points: number
  /** Lifetime of a newly started count. */
  seconds: number
}

const deleteExpired = 'delete from rate_counts where until <= now()'

const isExpired = 'rate_counts.until <= now()'
const addSql = `insert into rate_counts (key, points, until)
  select key, points, now() + make_interval(secs => seconds)
  from unnest($1::text[], $2::bigint[], $3::bigint[]) as given (key, points, seconds)
  on conflict (key) do update set
    points = excluded.points + case when ${isExpired} then 0 else rate_counts.points end,
    until = case when ${isExpired} then excluded.until else rate_counts.until end
  returning key, points`

export function createCountAdder(pool: Pool): AddCounts {
  return async (counts) => {
    await pool.query(deleteExpired)
    // All processes use the same order, so that they don't deadlock.
    const sorted = counts.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const columns = [sorted.map(({ key }) => key), sorted.map(({ points }) => points)]
    const { rows } = await pool.query<{ key: string; points: number }>(addSql, [
      ...columns,
      sorted.map(({ seconds }) => seconds),
    ])
    return new Map(rows.map(({ key, points }) => [key, points]))
  }
}
