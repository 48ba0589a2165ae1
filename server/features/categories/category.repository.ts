import { prepareQuery } from '../../db/prepare-query.ts'
import type { Db } from '../../db/tables.ts'

/** A make of car, as the market is divided. */
export interface Category {
  name: string
  imageUrl: string
  /** How many cars of it are listed now. */
  listedCount: number
}

export async function listCategories(db: Db): Promise<Category[]> {
  const { rows } = await selectCategories(db, {})
  return rows.map((row) => ({
    name: row.name,
    imageUrl: row.brand_image,
    listedCount: row.listed_count,
  }))
}

const selectCategories = prepareQuery((db) => db.selectFrom('categories').selectAll().orderBy('position'))
