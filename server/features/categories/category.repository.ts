import type { Category } from '../../../contract/cars.ts'
import type { Db } from '../../db/tables.ts'

export async function listCategories(db: Db): Promise<Category[]> {
  const rows = await db.selectFrom('categories').selectAll().orderBy('position').execute()
  return rows.map((row) => ({
    category_name: row.name,
    brandImage: row.brand_image,
    count: row.listed_count,
  }))
}

/** How many cars are listed, in one category or in all; kept by triggers, not counted. */
export async function countListedCars(db: Db, categoryName: string | undefined): Promise<number> {
  const row = await db
    .selectFrom('categories')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('listed_count'), eb.lit(0)).as('count'))
    .$if(categoryName !== undefined, (query) => query.where('name', '=', categoryName!))
    .executeTakeFirstOrThrow()
  return row.count
}
