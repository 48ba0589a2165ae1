import { prepareQuery } from '../../db/engines/prepare-query.ts'
import type { Db } from '../../db/tables.ts'

/** What the make is called that once had this name, or null. */
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

/** Of a make that is renamed or merged. What led to the old name leads to the new one at once. */
export async function keepFormerName(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable('former_makes').set({ make: to }).where('make', '=', from).execute()
  await db.insertInto('former_makes').values({ name: from, make: to }).execute()
  await dropFormerName(db, to)
}

/** Of a make that has this name now. */
export async function dropFormerName(db: Db, name: string): Promise<void> {
  await db.deleteFrom('former_makes').where('name', '=', name).execute()
}

/** All names that lead to a make: its own, and those that it once had. */
export async function listMakeNames(db: Db): Promise<{ name: string; make: string }[]> {
  const present = await db.selectFrom('categories').select(['name', 'name as make']).execute()
  const former = await db
    .selectFrom('former_makes')
    .innerJoin('categories', 'categories.name', 'former_makes.make')
    .select(['former_makes.name', 'former_makes.make'])
    .execute()
  return [...former, ...present]
}
