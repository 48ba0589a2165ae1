import { sql } from 'kysely'
import type { MakeShown } from '../../../contract/cars/cars.ts'
import { listKnownModels, extractModel } from '../../../contract/cars/model-names.ts'
import { toRows } from '../../db/engines/json.ts'
import { prepareQuery } from '../../db/engines/prepare-query.ts'
import type { Db, Row } from '../../db/tables.ts'
import { dropFormerName } from './former-makes.repository.ts'

/** A car make, which is also the category of its cars. */
export interface Category {
  name: string
  /** The URL of the logo. If it is empty, the make's initials are drawn instead. */
  imageUrl: string
  listedCount: number
  shown: MakeShown
}

export interface PositionedCategory extends Category {
  position: number
}

/** Lists every make, in the admins' order. */
export async function listCategories(db: Db): Promise<Category[]> {
  const { rows } = await selectCategories(db, {})
  return rows.map(toCategory)
}

export async function listShownCategories(db: Db): Promise<Category[]> {
  const { rows } = await selectShownCategories(db, {})
  return rows.map(toCategory)
}

const selectCategories = prepareQuery((db) => db.selectFrom('categories').selectAll().orderBy('position'))
const selectShownCategories = prepareQuery((db) =>
  db
    .selectFrom('categories')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('shown', '=', 'always'),
        eb.and([eb('shown', '=', 'with-cars'), eb('listed_count', '>', 0)]),
      ]),
    )
    .orderBy('position'),
)

/** Returns those of the names that are makes. */
export async function findKnownCategories(db: Db, names: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('categories').select('name').where('name', 'in', names).execute()
  return new Set(rows.map(({ name }) => name))
}

function toCategory(row: Row<'categories'>): Category {
  return {
    name: row.name,
    imageUrl: row.brand_image,
    listedCount: row.listed_count,
    shown: row.shown,
  }
}

export async function findCategory(db: Db, name: string): Promise<PositionedCategory | null> {
  const row = await db.selectFrom('categories').selectAll().where('name', '=', name).executeTakeFirst()
  return row ? { ...toCategory(row), position: row.position } : null
}

/** Finds the make with this name, ignoring case. */
export async function findNameLike(db: Db, name: string): Promise<string | null> {
  const key = name.toLowerCase()
  const rows = await db.selectFrom('categories').select('name').execute()
  return rows.find((row) => row.name.toLowerCase() === key)?.name ?? null
}

/** Counts the cars of each make, in any state. */
export async function countCarsByMake(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('cars')
    .select((eb) => ['category_name', eb.fn.countAll<number>().as('count')])
    .where('category_name', 'is not', null)
    .groupBy('category_name')
    .execute()
  return new Map(rows.map((row) => [row.category_name!, row.count]))
}

export async function countMakeCars(db: Db, name: string): Promise<number> {
  const row = await db
    .selectFrom('cars')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('category_name', '=', name)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Counts the models of the make's listed cars, most frequent first. */
export async function countModels(db: Db, make: string): Promise<{ model: string; count: number }[]> {
  const rows = await db
    .selectFrom('cars')
    .select((eb) => ['model', eb.fn.countAll<number>().as('count')])
    .where('category_name', '=', make)
    .where('state', 'in', ['instock', 'reserved'])
    .where('model', 'is not', null)
    .groupBy('model')
    .orderBy('count', 'desc')
    .orderBy('model')
    .execute()
  return rows.map(({ model, count }) => ({ model: model!, count }))
}

type CategoryFields = Pick<Category, 'name' | 'imageUrl' | 'shown'>

/** Inserts a make after all others. */
export async function insertCategory(db: Db, { name, imageUrl, shown }: CategoryFields): Promise<void> {
  const last = db.selectFrom('categories').select((eb) => eb.fn.max('position').as('last'))
  const { last: position } = await last.executeTakeFirstOrThrow()
  await db
    .insertInto('categories')
    .values({ name, brand_image: imageUrl, shown, position: (position ?? 0) + 1, listed_count: 0 })
    .execute()
}

export async function updateCategory(
  db: Db,
  name: string,
  { imageUrl, shown }: Pick<Category, 'imageUrl' | 'shown'>,
): Promise<void> {
  await db.updateTable('categories').set({ brand_image: imageUrl, shown }).where('name', '=', name).execute()
}

/**
 * Moves a make to another position in the list.
 * @param position the position, starting at 1
 */
export async function placeCategory(db: Db, name: string, position: number): Promise<void> {
  const rows = await db.selectFrom('categories').select('name').orderBy('position').execute()
  const names = rows.map((row) => row.name).filter((otherName) => otherName !== name)
  names.splice(position - 1, 0, name)
  await sql`
    update categories set position = ordered.key + 1
    from ${toRows(names)} as ordered
    where ordered.value = name and position <> ordered.key + 1
  `.execute(db)
}

/**
 * Renames a make and moves its cars to the new name.
 * @returns the number of moved cars
 */
export async function renameCategory(db: Db, from: string, to: string): Promise<number> {
  await db
    .insertInto('categories')
    .columns(['name', 'brand_image', 'position', 'shown', 'listed_count'])
    .expression((eb) =>
      eb
        .selectFrom('categories')
        .select([
          sql<string>`${to}`.as('name'),
          'brand_image',
          'position',
          'shown',
          sql<number>`0`.as('count'),
        ])
        .where('name', '=', from),
    )
    .execute()
  const cars = await moveCars(db, from, to)
  await deleteCategory(db, from)
  return cars
}

/**
 * Moves cars to another make. Their versions are incremented, so that edits in progress become stale.
 * @returns the number of moved cars
 */
export async function moveCars(db: Db, from: string, to: string): Promise<number> {
  let movedCount = 0
  for (const modelChange of await listModelChanges(db, from, to))
    movedCount += await move(db, from, to, modelChange)
  return movedCount + (await move(db, from, to))
}

/** Cars with the same name, whose model changes with the make. */
interface ModelChange {
  name: string
  model: string | null
  newModel: string
}

/**
 * Lists the cars whose model was derived from their name and whose name fits a known model of the new make.
 */
async function listModelChanges(db: Db, from: string, to: string): Promise<ModelChange[]> {
  const knownModels = listKnownModels(to)
  const rows = await db
    .selectFrom('cars')
    .select(['model_name as name', 'model'])
    .distinct()
    .where('category_name', '=', from)
    .execute()
  return rows.flatMap(({ name, model }) => {
    const newModel = extractModel(to, name)
    const isOther = newModel !== null && newModel !== model && knownModels.includes(newModel)
    return isOther && model === extractModel(from, name) ? [{ name, model, newModel }] : []
  })
}

async function move(db: Db, from: string, to: string, modelChange?: ModelChange): Promise<number> {
  const result = await db
    .updateTable('cars')
    .set((eb) => ({
      category_name: to,
      version: eb('version', '+', 1),
      ...(modelChange && { model: modelChange.newModel }),
    }))
    .where('category_name', '=', from)
    .$if(modelChange !== undefined, (cars) =>
      cars.where('model_name', '=', modelChange!.name).where('model', 'is', modelChange!.model),
    )
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Deletes a make. The database rejects this while any car has the make. */
export async function deleteCategory(db: Db, name: string): Promise<void> {
  await db.deleteFrom('categories').where('name', '=', name).execute()
}

/**
 * Restores a deleted make.
 * @returns true if it was restored; false if another make now has the name
 */
export async function restoreCategory(
  db: Db,
  { name, imageUrl, shown, position }: PositionedCategory,
): Promise<boolean> {
  if ((await findNameLike(db, name)) !== null) return false
  await db
    .insertInto('categories')
    .values({ name, brand_image: imageUrl, shown, position, listed_count: 0 })
    .execute()
  await dropFormerName(db, name)
  return true
}
