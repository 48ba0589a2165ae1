import { toState } from '../../../contract/cars/car-life.ts'
import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { writeCars } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import type { Call } from '../../http/handler.ts'
import { readIfMatch } from '../../http/entity-tags.ts'
import { releaseCar } from '../../sale/payments/release-car.ts'
import { offerCarUndo } from '../undo/undo.repository.ts'
import { assertNotHidden, takeStep, type StepRequest } from './car-step.ts'
import type { Car } from './car.ts'
import { getOwnCars } from './own-cars.ts'
import { notifyStateChanges } from './take-down-notices.ts'
import { hasSaleDetails, readSale, assertNotInFuture } from './sold-elsewhere-rules.ts'

type Output = EndpointOutput<'setCarState'>

/**
 * Maximum number of holds to cancel per request. A reserved car's hold is canceled first, but another buyer
 * may place a new one before the transition.
 */
const MAX_RELEASES = 3

/**
 * Moves a car to another state, as allowed by `contract/cars/car-life.ts`. A repeat changes nothing.
 * @throws ProblemError that states the reason and the possible alternatives
 */
export async function setCarState({ ctx, actor, params, body, req }: Call<'setCarState'>): Promise<Output> {
  assertNotInFuture(body, ctx.now())
  const versions = readIfMatch(req.get('If-Match'))
  const soldElsewhere = (car: Car) => readSale(car, body, ctx.now())
  const request = { to: toState(body.state), soldElsewhere, hasSaleDetails: hasSaleDetails(body) }
  for (let tries = 0; tries <= MAX_RELEASES; tries++) {
    const result = await writeCars(ctx, actor, 'state', (trx, set) =>
      tryMove(trx, ctx, actor, params.id, set, request, versions),
    )
    if (result !== 'release') return result
    if (tries < MAX_RELEASES) await releaseCar(ctx, params.id)
  }
  throw new ProblemError('payment-in-progress')
}

async function tryMove(
  trx: Db,
  ctx: Context,
  actor: Actor,
  id: string,
  set: number,
  request: StepRequest,
  versions: number[] | null,
): Promise<Output | 'release'> {
  const [car] = (await getOwnCars(trx, 'setCarState', actor, [id])) as [Car]
  assertNotHidden(car, actor)
  if (versions && !versions.includes(car.version))
    throw new ProblemError('stale-copy', { facts: { version: car.version } })
  const step = await takeStep(trx, ctx, actor, car, request)
  if (step === 'release') return step
  if (step === null) return respond(car, { modifiedCount: 0 })
  await notifyStateChanges(trx, ctx, actor, [{ car, to: step.to }])
  const undoId = step.isAfterRefund
    ? undefined
    : await offerCarUndo(trx, { userId: actor.id, set }, ctx.now())
  return respond({ state: step.to, version: car.version + 1 }, { modifiedCount: 1, undoId })
}

function respond(
  { state, version }: Pick<Car, 'state' | 'version'>,
  outcome: Pick<Output, 'modifiedCount' | 'undoId'>,
): Output {
  return { acknowledged: true, version, available: state, ...outcome }
}
