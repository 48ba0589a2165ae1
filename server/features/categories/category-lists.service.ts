import { listKnownModels } from '../../../contract/cars/model-names.ts'
import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { Call } from '../../http/handler.ts'
import {
  countCarsByMake,
  countModels,
  listCategories,
  listShownCategories,
  type Category,
} from './category.repository.ts'
import { toWireCategory, toWireManagedCategory } from './category.wire.ts'

/** Lists the makes shown on the market, or with `all` every make. Only admins see hidden makes. */
export async function listMakes({
  ctx: { db, config },
  actor,
  query: { all },
}: Call<'listCategories'>): Promise<EndpointOutput<'listCategories'>> {
  const toWire = (make: Category) => toWireCategory(make, config)
  if (!all) return (await listShownCategories(db)).map(toWire)
  const makes = await listCategories(db)
  if (!actor?.isAdmin) return makes.filter(({ shown }) => shown !== 'never').map(toWire)
  const counts = await countCarsByMake(db)
  return makes.map((make) => toWireManagedCategory(make, counts.get(make.name) ?? 0, config))
}

/** Lists the models of a make: first those of listed cars, by frequency, and then the other known ones. */
export async function listModels({
  ctx: { db },
  query: { category_name: make },
}: Call<'listModels'>): Promise<EndpointOutput<'listModels'>> {
  const listed = (await countModels(db, make)).slice(0, MAX_MODELS)
  const listedNames = new Set(listed.map(({ model }) => model.toLowerCase()))
  const otherModels = listKnownModels(make).filter((model) => !listedNames.has(model.toLowerCase()))
  return [...listed, ...otherModels.map((model) => ({ model, count: 0 }))]
}

/** Maximum number of models from listed cars. Sellers can enter any number of models for a make. */
const MAX_MODELS = 200
