import { newId } from '../../db/id.ts'
import type { Db, Row } from '../../db/tables.ts'

/** A difference between the books and Stripe's balance. */
export interface Difference {
  kind: Row<'ledger_differences'>['kind']
  /** The Stripe object ID. */
  reference: string
  purchaseId: string | null
  /** The amounts in cents; null on the side that lacks it. */
  booked: number | null
  stripe: number | null
}

export interface OpenDifference extends Difference {
  id: string
  foundAt: string
}

/** Lists the differences that the last comparison found, oldest first. */
export async function listOpenDifferences(db: Db): Promise<OpenDifference[]> {
  const rows = await db
    .selectFrom('ledger_differences')
    .selectAll()
    .where('resolved_at', 'is', null)
    .orderBy('found_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    reference: row.reference,
    purchaseId: row.purchase_id,
    booked: row.booked,
    stripe: row.stripe,
    foundAt: row.found_at,
  }))
}

/** Returns the time of the last comparison; null before the first one. */
export async function findComparisonTime(db: Db): Promise<string | null> {
  const row = await db.selectFrom('ledger_comparison').select('compared_at').executeTakeFirst()
  return row?.compared_at ?? null
}

export async function recordComparison(db: Db, now: Date): Promise<void> {
  const values = { compared_at: now.toISOString() }
  await db
    .insertInto('ledger_comparison')
    .values({ only_row: 1, ...values })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute()
}

/** Replaces the open differences with those that a comparison has found. @returns the new ones */
export async function replaceDifferences(
  db: Db,
  found: readonly Difference[],
  now: Date,
): Promise<Difference[]> {
  const open = await listOpenDifferences(db)
  const isSame = (one: Difference, other: Difference) =>
    one.reference === other.reference &&
    one.kind === other.kind &&
    one.booked === other.booked &&
    one.stripe === other.stripe
  const resolved = open.filter((known) => !found.some((each) => isSame(each, known)))
  const added = found.filter((each) => !open.some((known) => isSame(each, known)))
  for (const { id } of resolved)
    await db
      .updateTable('ledger_differences')
      .set({ resolved_at: now.toISOString() })
      .where('id', '=', id)
      .execute()
  for (const { kind, reference, purchaseId, booked, stripe } of added)
    await db
      .insertInto('ledger_differences')
      .values({
        id: newId(),
        kind,
        reference,
        purchase_id: purchaseId,
        booked,
        stripe,
        found_at: now.toISOString(),
        resolved_at: null,
      })
      .execute()
  return added
}
