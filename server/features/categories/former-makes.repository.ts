import { prepareQuery } from '../../db/engines/prepare-query.ts'
import type { Db } from '../../db/tables.ts'

/** Finds the present name of the make that once had this name; null if no make had it. */
export async function findPresentMake(db: Db, name: string): Promise<string | null> {
  const { rows } = await selectPresentMake(db, { name })
  return rows[0]?.make ?? null
}

const selectPresentMake = prepareQuery((db, { name }: { name: string }) =>
  db
    .selectFrom('former_makes')
    .innerJoin('categories', 'categories.name', 'former_makes.make')
    .where('former_makes.name', '=', name)
    .select('former_makes.make'),
)

/**
 * Records the former name of a make that is renamed or merged. Names that led to the former name now lead
 * directly to the new one.
 */
export async function keepFormerName(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable('former_makes').set({ make: to }).where('make', '=', from).execute()
  await db.insertInto('former_makes').values({ name: from, make: to }).execute()
  await dropFormerName(db, to)
}

/** Deletes a former name that a make has again. */
export async function dropFormerName(db: Db, name: string): Promise<void> {
  await db.deleteFrom('former_makes').where('name', '=', name).execute()
}

/** Lists all names that lead to a make: its present name and its former ones. */
export async function listMakeNames(db: Db): Promise<{ name: string; make: string }[]> {
  const present = await db.selectFrom('categories').select(['name', 'name as make']).execute()
  const former = await db
    .selectFrom('former_makes')
    .innerJoin('categories', 'categories.name', 'former_makes.make')
    .select(['former_makes.name', 'former_makes.make'])
    .execute()
  return [...former, ...present]
}
