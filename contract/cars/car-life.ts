import { ENTER_DAY, isCalendarDay } from '../calendar-day.ts'
import * as z from 'zod'
import { availabilities, carIds, type Availability, type Car } from './cars.ts'
import { modified, oneOf, priceText, text, undoId } from '../api/fields.ts'
import { parsePrice } from '../money.ts'

/**
 * The actors that can change a car's state: its seller, an admin (for any seller's car), or a buyer's
 * payment.
 */
export type Mover = 'seller' | 'admin' | 'payment'

/**
 * The additional requirement of a step.
 * - `checklist`: a car that has not been listed since it was a draft must have every detail that a listing
 * needs.
 * - `release`: the step cancels any buyer's hold first, and fails if a payment is completed or pending.
 * - `refund`: every sale of the car must have been fully refunded.
 */
type Need = 'checklist' | 'release' | 'refund'

interface Step {
  by: readonly Mover[]
  needs?: Need
}

const seller: Step = { by: ['seller'] }
const either: Step = { by: ['seller', 'admin'] }
const listing: Step = { ...either, needs: 'checklist' }
const payment: Step = { by: ['payment'] }

/**
 * The state machine of a car: the states reachable from each state. If an admin takes a car off the market,
 * only an admin can reverse that, because the car is hidden from its seller
 * (`server/features/cars/car-state.service.ts`).
 */
export const carSteps: Record<Availability, Partial<Record<Availability, Step>>> = {
  draft: { 'due-in': seller, preparing: seller, instock: listing, archived: either },
  'due-in': {
    draft: seller,
    preparing: seller,
    instock: listing,
    'sold-elsewhere': either,
    archived: either,
  },
  preparing: {
    draft: seller,
    'due-in': seller,
    instock: listing,
    'sold-elsewhere': either,
    archived: either,
  },
  // Another seller's car with the same VIN is on the market. An admin decides whether this one may be listed,
  // too.
  'in-review': {
    preparing: seller,
    instock: { by: ['admin'] },
    'sold-elsewhere': either,
    withdrawn: either,
    archived: either,
  },
  instock: {
    preparing: seller,
    reserved: payment,
    'sold-elsewhere': either,
    withdrawn: either,
    archived: either,
  },
  reserved: {
    instock: payment,
    sold: payment,
    'sold-elsewhere': { ...either, needs: 'release' },
    withdrawn: { by: ['admin'], needs: 'release' },
    archived: { by: ['admin'], needs: 'release' },
  },
  sold: { instock: { by: ['admin'], needs: 'refund' } },
  'sold-elsewhere': { instock: listing, withdrawn: either, archived: either },
  withdrawn: { preparing: seller, instock: listing, 'sold-elsewhere': either, archived: either },
  archived: { draft: seller, preparing: seller, instock: listing, withdrawn: either },
}

/** Returns the states that these movers may move a car to, in life-cycle order. */
export function listNextStates(from: Availability, movers: readonly Mover[]): Availability[] {
  return availabilities.filter((to) => carSteps[from][to]?.by.some((mover) => movers.includes(mover)))
}

export const editableStates = [
  'draft',
  'due-in',
  'preparing',
  'in-review',
  'instock',
  'withdrawn',
] as const satisfies readonly Availability[]

/** The states of cars that are, or will be, in their seller's stock. */
export const liveStates: readonly Availability[] = ['due-in', 'preparing', 'in-review', 'instock', 'reserved']

export function isLive(state: Availability): boolean {
  return liveStates.includes(state)
}

export function isEditable({ available }: Pick<Car, 'available'>): boolean {
  return editableStates.some((state) => state === available)
}

/** A sold car keeps its record, and a reserved car belongs to a buyer who is paying. */
export const undeletableStates = [
  'reserved',
  'sold',
  'sold-elsewhere',
] as const satisfies readonly Availability[]

export function isDeletable({ available }: Pick<Car, 'available'>): boolean {
  return !undeletableStates.some((state) => state === available)
}

/** Returns the state that strangers and buyers see. */
export function toPublicState(state: Availability): Availability {
  if (state === 'sold-elsewhere') return 'sold'
  return marketStates.some((one) => one === state) ? state : 'withdrawn'
}

const marketStates = ['instock', 'reserved', 'sold'] as const

/**
 * Returns the default states of the list of all cars. The list contains either a seller's own cars or, for an
 * admin, every seller's cars.
 */
export function listDefaultStates({ isOwn }: { isOwn: boolean }): Availability[] {
  return availabilities.filter((state) => state !== 'archived' && (isOwn || state !== 'draft'))
}

/** The states that `PUT /cars/:id/state` accepts. `listed` means `instock`. */
export const requestedStates = [
  'draft',
  'due-in',
  'preparing',
  'listed',
  'sold-elsewhere',
  'withdrawn',
  'archived',
] as const

export type RequestedState = (typeof requestedStates)[number]

export function toState(wanted: RequestedState): Availability {
  return wanted === 'listed' ? 'instock' : wanted
}

export function toRequestedState(state: Availability): RequestedState | undefined {
  return requestedStates.find((wanted) => toState(wanted) === state)
}

const DAY = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/

export const MAX_SALE_NOTE_LENGTH = 500

/**
 * A change of state, with the sale details if the car was sold outside Kerblight. By default, the price is
 * the car's own, and the date is today.
 */
export const stateInput = z.object({
  state: oneOf(requestedStates),
  price: priceText
    .refine((typed) => typed.trim() === '' || parsePrice(typed) !== null, 'Enter a price, such as 24,900.')
    .optional(),
  /**
   * The local day of the sale. A time suffix is ignored. The server rejects days that have not yet begun in
   * any time zone.
   */
  date: z
    .string(ENTER_DAY)
    .regex(DAY, ENTER_DAY)
    .refine((typed) => isCalendarDay(typed.slice(0, 10)), ENTER_DAY)
    .transform((typed) => typed.slice(0, 10))
    .optional(),
  note: text(MAX_SALE_NOTE_LENGTH).optional(),
})

export type StateInput = z.infer<typeof stateInput>

/** A change of state for many cars. Cars sold elsewhere are recorded at their own prices. */
export const statesInput = stateInput.omit({ price: true }).extend(carIds.shape)

/** A car whose state did not change, with the reason as a sentence. */
const skippedCar = z.object({
  carID: z.string(),
  carName: z.string(),
  code: z.string(),
  reason: z.string(),
})

export const statesSet = modified.extend({
  /** Number of changed cars that now need an admin's review, because another listing has the same VIN. */
  inReview: z.number().int(),
  stayed: z.array(skippedCar),
  undoId,
})

export type StatesSet = z.infer<typeof statesSet>
