import makes from './schema/makes.json' with { type: 'json' }
import type { Db } from './tables.ts'

interface Make {
  name: string
  brand_image?: string
  /** False if the make is offered only while it has listed cars. */
  isAlwaysShown?: boolean
}

/** Inserts the makes that each installation begins with, in the order of the file. */
export async function insertMakes(db: Db): Promise<void> {
  const rows = (makes satisfies Make[] as Make[]).map((make, position) => ({
    name: make.name,
    brand_image: make.brand_image ?? '',
    position,
    listed_count: 0,
    shown: make.isAlwaysShown ? ('always' as const) : ('with-cars' as const),
  }))
  await db.insertInto('categories').values(rows).execute()
}
