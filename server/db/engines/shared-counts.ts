import type { Pool } from 'pg'

/** Counts that several processes add to, each for a time from when it was begun. */
export type AddCounts = (counts: readonly Count[]) => Promise<ReadonlyMap<string, number>>

export interface Count {
  key: string
  points: number
  /** How long it counts, where nobody has begun it. */
  seconds: number
}

/** Those that are over go along, whoever they were of. */
const forget = 'delete from rate_counts where until <= now()'

const isOver = 'rate_counts.until <= now()'
const add = `insert into rate_counts (key, points, until)
  select key, points, now() + make_interval(secs => seconds)
  from unnest($1::text[], $2::bigint[], $3::bigint[]) as given (key, points, seconds)
  on conflict (key) do update set
    points = excluded.points + case when ${isOver} then 0 else rate_counts.points end,
    until = case when ${isOver} then excluded.until else rate_counts.until end
  returning key, points`

/** @returns adds to the counts, and says how much each is by then */
export function addCountsIn(pool: Pool): AddCounts {
  return async (counts) => {
    await pool.query(forget)
    // In one order, so that no two processes wait for one another.
    const sorted = counts.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const columns = [sorted.map(({ key }) => key), sorted.map(({ points }) => points)]
    const { rows } = await pool.query<{ key: string; points: number }>(add, [
      ...columns,
      sorted.map(({ seconds }) => seconds),
    ])
    return new Map(rows.map(({ key, points }) => [key, points]))
  }
}
