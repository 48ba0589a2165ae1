import { toState } from '../../../contract/cars/car-life.ts'
import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { writeCarsInBatches } from '../../db/change-set.ts'
import { attempt } from '../../db/engines/attempts.ts'
import type { Db } from '../../db/tables.ts'
import type { Call } from '../../http/handler.ts'
import { guardProblem } from '../../http/problem.ts'
import { offerCarUndo } from '../undo/undo.repository.ts'
import { findCars } from './car.repository.ts'
import { formatCarName, type Car } from './car.ts'
import { assertNotHidden, takeStep, type StepRequest } from './car-step.ts'
import { assertOwnsCars } from './own-cars.ts'
import { notifyStateChanges, type Moved } from './take-down-notices.ts'
import { hasSaleDetails, readSale, assertNotInFuture } from './sold-elsewhere-rules.ts'

type Output = EndpointOutput<'setCarStates'>

/**
 * Moves each car for which the requested transition is allowed. The others remain unchanged and are returned
 * with the reason. All moves form one change set. A car that a buyer is paying for also remains unchanged:
 * only requests for a single car cancel payments.
 * @throws ProblemError `not-found` if a car is missing or not the caller's; no car is moved in that case
 */
export async function setCarStates({ ctx, actor, body }: Call<'setCarStates'>): Promise<Output> {
  const ids = [...new Set(body.ids)]
  assertNotInFuture(body, ctx.now())
  await assertOwnsCars(ctx.db, 'setCarStates', actor, ids)
  const soldElsewhere = (car: Car) => readSale(car, body, ctx.now())
  const request = { to: toState(body.state), soldElsewhere, hasSaleDetails: hasSaleDetails(body) }
  const outcomes = await writeCarsInBatches<string, Outcome>(
    ctx,
    actor,
    { kind: 'state' },
    ids,
    async (trx, batch, { set, isLast, before }) => {
      const batchOutcome = await moveEach(trx, ctx, actor, batch, request)
      return isLast
        ? {
            ...batchOutcome,
            ...(await conclude(trx, ctx, actor, set, listMovedCars([...before, batchOutcome]))),
          }
        : batchOutcome
    },
  )
  const moved = listMovedCars(outcomes)
  const inReview = moved.filter(({ to }) => to === 'in-review').length
  const stayed = outcomes.flatMap((outcome) => outcome.stayed)
  const { undoId } = outcomes.at(-1) ?? {}
  return {
    acknowledged: true,
    modifiedCount: moved.length,
    inReview,
    stayed,
    ...(undoId !== undefined && { undoId }),
  }
}

interface Outcome {
  moved: readonly Moved[]
  stayed: Output['stayed']
  undoId?: string | undefined
}

function listMovedCars(outcomes: readonly Outcome[]): Moved[] {
  return outcomes.flatMap(({ moved }) => moved)
}

async function moveEach(
  trx: Db,
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  request: StepRequest,
): Promise<Outcome> {
  const moved: Moved[] = []
  const stayed: Output['stayed'] = []
  for (const car of await findCars(trx, ids)) {
    const outcome = await tryStep(trx, ctx, actor, car, request)
    if (outcome instanceof ProblemError) stayed.push(toSkipped(car, outcome))
    else if (outcome) moved.push({ car, to: outcome })
  }
  return { moved, stayed }
}

/**
 * Moves a car, or returns the reason why it was not moved.
 * @returns the new state, or null if the car was already in it; a `ProblemError` if it was not moved
 */
async function tryStep(trx: Db, ctx: Context, actor: Actor, car: Car, request: StepRequest) {
  try {
    assertNotHidden(car, actor)
    const step = await attempt(trx, () => takeStep(trx, ctx, actor, car, request))
    return step === 'release' ? new ProblemError('car-reserved') : (step?.to ?? null)
  } catch (error) {
    const guarded = guardProblem(error)
    if (guarded) return new ProblemError(guarded)
    if (error instanceof ProblemError) return error
    throw error
  }
}

function toSkipped({ id, ...car }: Car, { code, message }: ProblemError): Output['stayed'][number] {
  return { carID: id, carName: formatCarName(car), code, reason: message }
}

/**
 * Notifies sellers and offers an undo.
 * @returns the undo's ID, if there is anything to undo
 */
async function conclude(
  trx: Db,
  ctx: Context,
  actor: Actor,
  set: number,
  moved: readonly Moved[],
): Promise<Pick<Outcome, 'undoId'>> {
  if (moved.length === 0) return {}
  await notifyStateChanges(trx, ctx, actor, moved)
  return { undoId: await offerCarUndo(trx, { userId: actor.id, set }, ctx.now()) }
}
