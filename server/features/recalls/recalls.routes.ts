import type { recallEndpoints } from '../../../contract/recalls.ts'
import type { Db } from '../../db/tables.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Car } from '../cars/car.ts'
import { getVisibleCar } from '../cars/visible-car.ts'
import { listRecalledModels, listRecalledParts, type RecalledPartRow } from './recall.repository.ts'
import { isModelOrVersion } from './recall-models.ts'
import { toWireRecalls } from './recalls.wire.ts'

export const recallRoutes: Handlers<keyof typeof recallEndpoints> = {
  async getCarRecalls({ ctx, actor, params }) {
    const car = await getVisibleCar(ctx, params.id, actor)
    return toWireRecalls(car, await listCarRecalls(ctx.db, car))
  },
}

async function listCarRecalls(db: Db, { make, model, year }: Car): Promise<RecalledPartRow[]> {
  if (!make || !model || year === null) return []
  const models = (await listRecalledModels(db, make, year)).filter((recalled) =>
    isModelOrVersion(recalled, model),
  )
  return models.length === 0 ? [] : listRecalledParts(db, { make, year, models })
}
