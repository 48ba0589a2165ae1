import { carSteps, stateWanted, stepsFrom, wantedState, type Mover } from '../../../contract/car-life.ts'
import { missingForListing } from '../../../contract/listing-checklist.ts'
import type { Availability } from '../../../contract/cars.ts'
import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { parsePrice } from '../../../contract/money.ts'
import { invalidField, ProblemError } from '../../../contract/problems.ts'
import { stateWords } from '../../../contract/state-words.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { writeCars } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import type { Call } from '../../http/handler.ts'
import { readIfMatch } from '../../http/if-match.ts'
import { releaseCar } from '../../sale/payments/release-car.ts'
import { endOthersUndos, offerUndo } from '../undo/undo.repository.ts'
import { findUser } from '../users/user.repository.ts'
import { auditOthersCars } from './car-audit.ts'
import { relistRefundedCar } from './car.repository.ts'
import { moveCar, type Move } from './car-state.repository.ts'
import type { Car, SoldElsewhere } from './car.ts'
import { toWireCar } from './car.wire.ts'
import { getOwnCars } from './own-cars.ts'
import { stateAfterStep } from './vin-conflicts.ts'
import { tellOfMove } from './take-down-notices.ts'

type Input = Call<'setCarState'>['body']
type Output = EndpointOutput<'setCarState'>

/** A reserved car's hold is canceled first; between that and the step another buyer may take one. */
const MAX_RELEASES = 3

/**
 * Takes a car from one state of its life to another, as `contract/car-life.ts` allows it. A repeat changes nothing.
 * @throws ProblemError that says why not, and what is possible instead
 */
export async function setCarState({ ctx, actor, params, body, req }: Call<'setCarState'>): Promise<Output> {
  const versions = readIfMatch(req.get('If-Match'))
  const soldElsewhere = (car: Car) => readSale(car, body, ctx.now())
  const wish = { to: stateWanted(body.state), versions, soldElsewhere, isSaleSaid: isSaleSaid(body) }
  for (let tries = 0; tries <= MAX_RELEASES; tries++) {
    const answer = await writeCars(ctx, actor, 'state', (trx, set) =>
      take(trx, ctx, actor, params.id, set, wish),
    )
    if (answer !== 'reserved') return answer
    if (tries < MAX_RELEASES) await releaseCar(ctx, params.id)
  }
  throw new ProblemError('payment-in-progress')
}

interface Wish {
  to: Availability
  /** Any will do where it is null. */
  versions: number[] | null
  soldElsewhere: (car: Car) => SoldElsewhere
  isSaleSaid: boolean
}

async function take(
  trx: Db,
  ctx: Context,
  actor: Actor,
  id: string,
  set: number,
  wish: Wish,
): Promise<Output | 'reserved'> {
  const [car] = (await getOwnCars(trx, 'setCarState', actor, [id])) as [Car]
  // What an admin took down, or its seller deleted, an admin alone can bring back.
  if (car.isHidden && !actor.isAdmin) throw new ProblemError('not-found')
  if (wish.versions && !wish.versions.includes(car.version))
    throw new ProblemError('stale-copy', { facts: { version: car.version } })
  await endOthersUndos(trx, actor.id, [id])
  const move = moveOf(car, actor, wish)
  if (isDone(car, move, wish)) return answer(car, { modifiedCount: 0 })
  const needs = car.state === move.to ? undefined : checkStep(car, actor, move.to)
  if (needs === 'release') return 'reserved'
  if (needs === 'checklist') refuseIncomplete(ctx, car)
  if (move.to === 'instock') await checkSellerIsThere(trx, car)
  const to = await stateAfterStep(trx, car, move.to)
  await step(trx, ctx, car, { ...move, to }, needs === 'refund')
  await auditOthersCars(trx, ctx, actor, 'move-car', [car], `${stateWords[car.state]} → ${stateWords[to]}`)
  await tellOfMove(trx, ctx, actor, car, to)
  const offer = { userId: actor.id, kind: 'car-states' as const, rows: [{ id, before: set }] }
  const undoId = needs === 'refund' ? undefined : await offerUndo(trx, offer, ctx.now())
  return answer({ state: to, version: car.version + 1 }, { modifiedCount: 1, undoId })
}

/** What an admin takes off the market its seller is not to bring back. */
function moveOf(car: Car, actor: Actor, { to, soldElsewhere }: Wish): Move {
  const isTakenDown = car.sellerId !== actor.id && (to === 'withdrawn' || to === 'archived')
  return { to, isHidden: isTakenDown, soldElsewhere: saleAfter(to, () => soldElsewhere(car)) }
}

/** An archived car keeps how it sold. */
function saleAfter(to: Availability, said: () => SoldElsewhere): SoldElsewhere | null | undefined {
  if (to === 'sold-elsewhere') return said()
  return to === 'archived' ? undefined : null
}

/** It stands there already; how it sold may be told again. */
function isDone(car: Car, { to, isHidden }: Move, { isSaleSaid }: Wish): boolean {
  const saysMore = to === 'sold-elsewhere' && isSaleSaid
  return car.state === to && car.isHidden === isHidden && !saysMore
}

function checkStep(car: Car, actor: Actor, to: Availability) {
  const movers: Mover[] = [
    ...(car.sellerId === actor.id ? (['seller'] as const) : []),
    ...(actor.isAdmin ? (['admin'] as const) : []),
  ]
  const step = carSteps[car.state][to]
  if (step?.by.some((mover) => movers.includes(mover))) return step.needs
  throw refusal(car, movers)
}

function refusal({ id, state }: Car, movers: readonly Mover[]): ProblemError {
  const steps = stepsFrom(state, movers)
  const facts = { carID: id, state, allowed: steps.map(wantedState).join(', ') }
  if (state === 'reserved') return new ProblemError('car-reserved', { facts })
  if (state === 'sold')
    return new ProblemError('car-sold', {
      detail: 'This car is sold. An admin can list it again after a full refund.',
      facts,
    })
  const words = steps.map((to) => `“${stateWords[to]}”`)
  const others = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(words)
  return new ProblemError('state-not-allowed', {
    detail: `This car is “${stateWords[state]}”. From there it can go to ${others}.`,
    facts,
  })
}

/** A car that was listed before is listed again as it is. */
function refuseIncomplete(ctx: Context, car: Car): void {
  if (car.isListedBefore) return
  const missing = missingForListing(toWireCar(car, 'editor', ctx.config))
  if (missing.length === 0) return
  const labels = new Intl.ListFormat('en-US').format(missing.map(({ label }) => label))
  throw new ProblemError('listing-incomplete', {
    detail: `Before this car can be listed, add: ${labels}.`,
    errors: missing.map(({ field, advice }) => ({ path: field, message: advice })),
    facts: { carID: car.id },
  })
}

async function checkSellerIsThere(trx: Db, { sellerId }: Car): Promise<void> {
  if (!(await findUser(trx, sellerId)))
    throw new ProblemError('not-found', { detail: 'The seller’s account was deleted.' })
}

async function step(trx: Db, ctx: Context, car: Car, move: Move, isRefunded: boolean): Promise<void> {
  if (isRefunded) {
    if (!(await relistRefundedCar(trx, car.id))) throw new ProblemError('not-refunded')
  } else if (!(await moveCar(trx, car, move, ctx.now()))) {
    throw new ProblemError('stale-copy')
  }
}

function isSaleSaid({ price, date, note }: Input): boolean {
  return price !== undefined || date !== undefined || note !== undefined
}

/** What was not said is as it was told before, and else its own price and today. */
function readSale(car: Car, { price = '', date, note }: Input, now: Date): SoldElsewhere {
  const today = now.toISOString().slice(0, 10)
  if (date !== undefined && date > today)
    throw invalidField('date', 'Choose today (by UTC) or a day before it.')
  const { soldElsewhere: told } = car
  return {
    priceMinor: price.trim() === '' ? (told?.priceMinor ?? car.priceMinor) : parsePrice(price),
    date: date ?? told?.date ?? today,
    note: note ?? told?.note ?? '',
  }
}

function answer(
  { state, version }: Pick<Car, 'state' | 'version'>,
  more: Pick<Output, 'modifiedCount' | 'undoId'>,
): Output {
  return { acknowledged: true, version, available: state, ...more }
}
