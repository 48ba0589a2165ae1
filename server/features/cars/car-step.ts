import { carSteps, listNextStates, toRequestedState, type Mover } from '../../../contract/cars/car-life.ts'
import type { Availability } from '../../../contract/cars/cars.ts'
import { listListingBlockers } from '../../../contract/cars/listing-checklist.ts'
import { parsePrice } from '../../../contract/money.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import { carStateLabels } from '../../../contract/cars/car-state-labels.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { findUser } from '../../core/users/user.repository.ts'
import { auditOthersCars } from './car-audit.ts'
import { relistRefundedCar } from './car.repository.ts'
import { moveCar, type Move } from './car-state.repository.ts'
import type { Car, SoldElsewhere, CarFields } from './car.ts'
import { assertDraftQuota } from './draft-quota.ts'
import { statusAfterStep } from './vin-conflicts.ts'
import { holdCar } from './vin.repository.ts'

/** The requested state of a car, and the sale details if it is sold outside Kerblight. */
export interface StepRequest {
  to: Availability
  soldElsewhere: (car: Car) => SoldElsewhere
  hasSaleDetails: boolean
}

export interface Step {
  to: Availability
  isAfterRefund: boolean
}

/**
 * Checks that the actor may see a hidden car. Only an admin can restore a car that an admin took down or its
 * seller deleted.
 * @throws ProblemError `not-found`
 */
export function assertNotHidden(car: Car, actor: Actor): void {
  if (car.isHidden && !actor.isAdmin) throw new ProblemError('not-found')
}

/**
 * Moves a car to another state, as allowed by `contract/cars/car-life.ts`.
 * @returns null if the car is already in that state; `release` if a buyer's hold has to be canceled first
 * @throws ProblemError that states the reason and the possible alternatives
 */
export async function takeStep(
  trx: Db,
  ctx: Context,
  actor: Actor,
  car: Car,
  request: StepRequest,
): Promise<Step | 'release' | null> {
  const move = buildMove(car, actor, request)
  if (isDone(car, move, request)) return null
  const needs = car.state === move.to ? undefined : checkStep(car, actor, move.to)
  if (needs === 'release') return needs
  // A car that was listed before can be listed again unchanged.
  if (needs === 'checklist' && !car.isListedBefore) assertComplete(car, car.id)
  if (move.to === 'draft') await assertDraftQuota(trx, ctx, car.sellerId)
  if (move.to === 'instock') await assertSellerExists(trx, car)
  const { state: to, heldVin } = await statusAfterStep(trx, car, move.to, ctx.now())
  const isAfterRefund = needs === 'refund'
  await applyStep(trx, ctx, car, { ...move, to }, isAfterRefund)
  if (heldVin !== null && heldVin !== car.heldVin) await holdCar(trx, car.id, heldVin)
  await auditOthersCars(
    trx,
    ctx,
    actor,
    'move-car',
    [car],
    `${carStateLabels[car.state]} → ${carStateLabels[to]}`,
  )
  return { to, isAfterRefund }
}

/**
 * Returns the transition. If an admin takes another seller's car off the market, the car is also hidden, so
 * its seller cannot relist it.
 */
function buildMove(car: Car, actor: Actor, { to, soldElsewhere }: StepRequest): Move {
  const isTakenDown = car.sellerId !== actor.id && (to === 'withdrawn' || to === 'archived')
  return { to, isHidden: isTakenDown, soldElsewhere: chooseSaleDetails(to, () => soldElsewhere(car)) }
}

/**
 * Returns the sale details after a transition; undefined keeps the current ones. An archived car keeps its
 * sale details.
 */
function chooseSaleDetails(
  to: Availability,
  readDetails: () => SoldElsewhere,
): SoldElsewhere | null | undefined {
  if (to === 'sold-elsewhere') return readDetails()
  return to === 'archived' ? undefined : null
}

/**
 * Reports whether the car is already in the requested state. A request that also updates sale details still
 * has to be processed.
 */
function isDone(car: Car, { to, isHidden }: Move, { hasSaleDetails }: StepRequest): boolean {
  const hasNewDetails = to === 'sold-elsewhere' && hasSaleDetails
  return car.state === to && car.isHidden === isHidden && !hasNewDetails
}

function checkStep(car: Car, actor: Actor, to: Availability) {
  const movers: Mover[] = [
    ...(car.sellerId === actor.id ? (['seller'] as const) : []),
    ...(actor.isAdmin ? (['admin'] as const) : []),
  ]
  const step = carSteps[car.state][to]
  if (step?.by.some((mover) => movers.includes(mover))) return step.needs
  throw stepRejection(car, movers)
}

function stepRejection({ id, state }: Car, movers: readonly Mover[]): ProblemError {
  const steps = listNextStates(state, movers)
  const facts = { carID: id, state, allowed: steps.map(toRequestedState).join(', ') }
  if (state === 'reserved') return new ProblemError('car-reserved', { facts })
  if (state === 'sold')
    return new ProblemError('car-sold', {
      detail: 'This car is sold. An admin can list it again after a full refund.',
      facts,
    })
  const quotedStates = steps.map((to) => `“${carStateLabels[to]}”`)
  const alternatives = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(quotedStates)
  return new ProblemError('state-not-allowed', {
    detail: `This car is “${carStateLabels[state]}”. From there it can go to ${alternatives}.`,
    facts,
  })
}

async function assertSellerExists(trx: Db, { sellerId }: Car): Promise<void> {
  if (!(await findUser(trx, sellerId)))
    throw new ProblemError('not-found', { detail: 'The seller’s account was deleted.' })
}

async function applyStep(trx: Db, ctx: Context, car: Car, move: Move, isRefunded: boolean): Promise<void> {
  if (isRefunded) {
    if (!(await relistRefundedCar(trx, car.id))) throw new ProblemError('not-refunded')
  } else if (!(await moveCar(trx, car, move, ctx.now()))) {
    throw new ProblemError('stale-copy')
  }
}

/**
 * Verifies that a car has all the fields that a listing needs.
 * @throws ProblemError `listing-incomplete`, which names each missing field
 */
function assertComplete({ make, priceText, ...fields }: CarFields, carID: string): void {
  const missing = listListingBlockers({ ...fields, category_name: make, priceMinor: parsePrice(priceText) })
  if (missing.length === 0) return
  const labels = new Intl.ListFormat('en-US').format(missing.map(({ label }) => label))
  throw new ProblemError('listing-incomplete', {
    detail: `Before this car can be listed, add: ${labels}.`,
    errors: missing.map(({ field, advice }) => ({ path: field, message: advice })),
    facts: { carID },
  })
}
