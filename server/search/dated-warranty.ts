import type { SharedValue } from './coded-column.ts'

/**
 * SQL for a car's kind of warranty, followed by its last day if it has one, such as `dealer 2027-03-31`. A car
 * that is sold as is has no warranty that could expire.
 */
export const DATED_WARRANTY = `cars.warranty ||
  case when cars.warranty <> 'as is' then coalesce(' ' || cars."warrantyUntil", '') else '' end`

const DATED = /^(.+) (\d{4}-\d\d-\d\d)$/

/** Returns the kind of a warranty, whether or not it has expired. */
export function getWarrantyKind(dated: SharedValue): SharedValue {
  return DATED.exec(String(dated))?.[1] ?? dated
}

/**
 * Returns the kind of a warranty, or null if it has expired. A warranty includes its last day.
 * @param today the UTC day, such as `2026-11-28`
 */
export function getCurrentWarranty(today: string, dated: SharedValue): SharedValue {
  const [, kind, until] = DATED.exec(String(dated)) ?? []
  if (kind === undefined || until === undefined) return dated
  return until < today ? null : kind
}
