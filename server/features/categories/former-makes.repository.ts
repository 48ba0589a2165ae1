import { prepareQuery } from '../../db/engines/prepare-query.ts'
import type { Db } from '../../db/tables.ts'

/** Finds the current name of the make that used to have this name. */
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
 * Records the former name of a make that is being renamed or merged. Names that pointed to the former name
 * now point directly to the new one.
 */
export async function keepFormerName(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable('former_makes').set({ make: to }).where('make', '=', from).execute()
  await db.insertInto('former_makes').values({ name: from, make: to }).execute()
  await dropFormerName(db, to)
}

/** Deletes a former name that is a make's current name again. */
export async function dropFormerName(db: Db, name: string): Promise<void> {
  await db.deleteFrom('former_makes').where('name', '=', name).execute()
}

/** Lists all names that resolve to a make: its current name and its former ones. */
export async function listMakeNames(db: Db): Promise<{ name: string; make: string }[]> {
  const present = await db.selectFrom('categories').select(['name', 'name as make']).execute()
  const former = await db
    .selectFrom('former_makes')
    .innerJoin('categories', 'categories.name', 'former_makes.make')
    .select(['former_makes.name', 'former_makes.make'])
    .execute()
  return [...former, ...present]
}

/** Returns the current name of each make by its former names. */
export async function listFormerMakes(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('former_makes').select(['name', 'make']).orderBy('name').execute()
  return new Map(rows.map(({ name, make }) => [name, make]))
}
