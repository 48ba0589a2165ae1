import * as z from 'zod'
import { availabilities, carIds, type Availability, type Car } from './cars.ts'
import { modified, oneOf, priceText, text, undoId } from '../api/fields.ts'
import { parsePrice } from '../money.ts'

/** Who moves a car: its seller, an admin whoever sells it, or a buyer's payment. */
export type Mover = 'seller' | 'admin' | 'payment'

/**
 * What a step asks for beyond that.
 * - `checklist`: a car that was not listed since it was a draft has all that a listing needs.
 * - `release`: a buyer's hold is canceled first; a payment that is through or under way wins.
 * - `refund`: every sale of it was refunded in full.
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
 * The life of a car: from which state to which it may go. What is not here is refused. That an admin takes a car off the
 * market is theirs to take back: it is hidden from its seller (`server/features/cars/car-state.service.ts`).
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
  // Another seller has a car with its VIN on the market: whether this one may be, too, an admin decides.
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

/** Where these may take a car that is there, in the order of its life. */
export function stepsFrom(from: Availability, movers: readonly Mover[]): Availability[] {
  return availabilities.filter((to) => carSteps[from][to]?.by.some((mover) => movers.includes(mover)))
}

/** A seller changes what is said of a car in these. */
export const editableStates = [
  'draft',
  'due-in',
  'preparing',
  'in-review',
  'instock',
  'withdrawn',
] as const satisfies readonly Availability[]

/** In these a car is in its seller's stock, or is to be. */
export const liveStates: readonly Availability[] = ['due-in', 'preparing', 'in-review', 'instock', 'reserved']

export function isLive(state: Availability): boolean {
  return liveStates.includes(state)
}

export function isEditable({ available }: Pick<Car, 'available'>): boolean {
  return editableStates.some((state) => state === available)
}

/** What was sold keeps its record, and a buyer who is paying is waited for: its seller can't delete a car in these. */
export const undeletableStates = [
  'reserved',
  'sold',
  'sold-elsewhere',
] as const satisfies readonly Availability[]

export function isDeletable({ available }: Pick<Car, 'available'>): boolean {
  return !undeletableStates.some((state) => state === available)
}

/** What strangers and buyers read of a state. */
export function publicState(state: Availability): Availability {
  if (state === 'sold-elsewhere') return 'sold'
  return marketStates.some((one) => one === state) ? state : 'withdrawn'
}

const marketStates = ['instock', 'reserved', 'sold'] as const

/** Which states the list of all cars shows where none is asked for: one's own, or as an admin everybody's. */
export function statesListed({ isOwn }: { isOwn: boolean }): Availability[] {
  return availabilities.filter((state) => state !== 'archived' && (isOwn || state !== 'draft'))
}

/** What `PUT /cars/:id/state` may ask for. `listed` is the state `instock`. */
export const wantedStates = [
  'draft',
  'due-in',
  'preparing',
  'listed',
  'sold-elsewhere',
  'withdrawn',
  'archived',
] as const

export type WantedState = (typeof wantedStates)[number]

export function stateWanted(wanted: WantedState): Availability {
  return wanted === 'listed' ? 'instock' : wanted
}

export function wantedState(state: Availability): WantedState | undefined {
  return wantedStates.find((wanted) => stateWanted(wanted) === state)
}

const DAY = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/
const ENTER_DAY = 'Enter a date, such as 2026-11-22.'

export const MAX_SALE_NOTE = 500

/** Of a car that sold past Kerblight: without a price its own price is meant, without a date today. */
export const stateInput = z.object({
  state: oneOf(wantedStates),
  price: priceText
    .refine((typed) => typed.trim() === '' || parsePrice(typed) !== null, 'Enter a price, such as 24,900.')
    .optional(),
  /** The day where it was sold; a time may follow, which is left out. The server refuses one that has begun nowhere yet. */
  date: z
    .string(ENTER_DAY)
    .regex(DAY, ENTER_DAY)
    .refine((typed) => isDay(typed.slice(0, 10)), ENTER_DAY)
    .transform((typed) => typed.slice(0, 10))
    .optional(),
  note: text(MAX_SALE_NOTE).optional(),
})

function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

export type StateInput = z.infer<typeof stateInput>

/** The same step for many cars: each sells at its own price. */
export const statesInput = stateInput.omit({ price: true }).extend(carIds.shape)

/** A car that did not go along, and why, in words. */
const stayedCar = z.object({
  carID: z.string(),
  carName: z.string(),
  code: z.string(),
  reason: z.string(),
})

export const statesSet = modified.extend({
  /** How many of those that moved wait for an admin instead, as another listing has their VIN. */
  inReview: z.number().int(),
  stayed: z.array(stayedCar),
  undoId,
})

export type StatesSet = z.infer<typeof statesSet>
