import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { findCars } from '../cars/car.repository.ts'
import { formatCarName } from '../cars/car.ts'
import { recountMatches } from './photo-match-notices.ts'
import { closeMatch, listOpenMatches } from './photo-matches.repository.ts'
import { toWirePhotoMatch } from './photo.wire.ts'

export async function listPhotoMatches({ db, config }: Context): Promise<EndpointOutput<'listPhotoMatches'>> {
  const { total, matches } = await listOpenMatches(db)
  const ids = new Set(matches.flatMap((match) => match.cars.map(({ carId }) => carId)))
  const cars = new Map((await findCars(db, [...ids])).map((car) => [car.id, car]))
  return { total, pairs: matches.map((match) => toWirePhotoMatch(match, cars, config)) }
}

export function closePhotoMatch(
  ctx: Context,
  actor: Actor,
  { id, carID }: { id: string; carID: string },
): Promise<EndpointOutput<'closePhotoMatch'>> {
  return ctx.db.transaction().execute(async (trx) => {
    const ids = [id, carID]
    const isChanged = await closeMatch(trx, ids, ctx.now())
    if (isChanged === null) throw new ProblemError('not-found')
    if (!isChanged) return { acknowledged: true, modifiedCount: 0 }
    await recountMatches(trx)
    const names = (await findCars(trx, ids)).map((car) => formatCarName(car))
    const entry = { action: 'close-photo-match' as const, target: id, subject: names.join(' and ') }
    await insertAuditEntry(trx, actor, entry, ctx.now())
    return { acknowledged: true, modifiedCount: 1 }
  })
}
