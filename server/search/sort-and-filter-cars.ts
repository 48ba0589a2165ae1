import { availabilities, type AllCarsSort, type Availability } from '../../contract/cars/cars.ts'
import { REMOVED_SLOT, type CarsInMemory, type OrderName, type PositionedCar } from './cars-in-memory.ts'

/** A query for one page of the list of all cars. */
export interface AllCarsQuery {
  /** Omit it to list all sellers' cars. */
  sellerId?: string | undefined
  q?: string | undefined
  states: readonly Availability[]
  sort: AllCarsSort
  /** Number of matching cars to skip. */
  offset: number
  /** ID of the first car to return, instead of an offset. If it is not found, no cars are returned. */
  from?: string | undefined
  /** The last car of the previous page, instead of an offset; only for `newest`. */
  after: PositionedCar | null
  count: number
}

export interface SortedCars {
  /** Number of matching cars in each state, including states that were not requested. */
  counts: Record<Availability, number>
  cars: PositionedCar[]
  /** Number of matching cars before these, or null if `from` is not found. */
  offset: number | null
}

interface Order {
  name: OrderName
  isDescending: boolean
}

const orders: Record<AllCarsSort, Order> = {
  newest: { name: 'listed', isDescending: true },
  oldest: { name: 'listed', isDescending: false },
  price: { name: 'price', isDescending: false },
  '-price': { name: 'dearest', isDescending: true },
  name: { name: 'name', isDescending: false },
  '-name': { name: 'name', isDescending: true },
  state: { name: 'state', isDescending: false },
  '-state': { name: 'state', isDescending: true },
  year: { name: 'year', isDescending: false },
  '-year': { name: 'latest', isDescending: true },
  mileage: { name: 'mileage', isDescending: false },
  '-mileage': { name: 'driven', isDescending: true },
  location: { name: 'location', isDescending: false },
  '-location': { name: 'furthest', isDescending: true },
  photos: { name: 'photos', isDescending: false },
  '-photos': { name: 'photos', isDescending: true },
  lists: { name: 'lists', isDescending: false },
  '-lists': { name: 'lists', isDescending: true },
}

const MAX_WORDS = 12

/**
 * Sorts and filters the list of all cars.
 * @param findUsersByEmail returns the IDs of users whose email address contains the search term
 */
export function sortAndFilterCars(
  cars: CarsInMemory,
  query: AllCarsQuery,
  findUsersByEmail: (word: string) => readonly string[],
): SortedCars {
  const words = (query.q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  const isUnfiltered = query.sellerId === undefined && words.length === 0 && areAll(cars, query.states)
  return isUnfiltered
    ? readUnfilteredPage(cars, query)
    : readFilteredPage(cars, query, createFilter(cars, query, words, findUsersByEmail))
}

function areAll({ counts }: CarsInMemory, states: readonly Availability[]): boolean {
  return availabilities.every((state, index) => counts[index] === 0 || states.includes(state))
}

/** Returns a page of all cars. Nothing is filtered out, so the page is a slice of the sort order. */
function readUnfilteredPage(cars: CarsInMemory, query: AllCarsQuery): SortedCars {
  const { name, isDescending } = orders[query.sort]
  const order = cars.inOrder(name)
  const counts = toAvailabilityCounts(cars.counts)
  const offset = findOffset(cars, query, order, isDescending)
  if (offset === null) return { counts, cars: [], offset }
  const [from, to] = [offset, offset + query.count]
  const slots = isDescending
    ? order.slice(Math.max(0, order.length - to), Math.max(0, order.length - from)).reverse()
    : order.slice(from, to)
  return { counts, cars: slots.map((slot) => cars.positionOf(slot)), offset }
}

/** Returns the number of cars before the page, or null if `from` is not found. */
function findOffset(
  cars: CarsInMemory,
  { from, after, offset }: AllCarsQuery,
  order: readonly number[],
  isDescending: boolean,
): number | null {
  if (after !== null) return order.length - cars.countBefore(after)
  if (from === undefined) return offset
  const slot = cars.slotOf(from)
  if (slot === undefined) return null
  const index = order.indexOf(slot)
  return isDescending ? order.length - 1 - index : index
}

function readFilteredPage(
  cars: CarsInMemory,
  query: AllCarsQuery,
  isMatch: (slot: number) => boolean,
): SortedCars {
  const { sort, states, from, after, count } = query
  const { name, isDescending } = orders[sort]
  const order = cars.inOrder(name)
  const { counts, isSelected } = findMatches(cars, isMatch, states)
  const first = from === undefined ? undefined : (cars.slotOf(from) ?? REMOVED_SLOT)
  const pageCars: PositionedCar[] = []
  let offset = first === undefined ? query.offset : null
  let before = 0
  const start = after === null ? 0 : order.length - cars.countBefore(after)
  for (let step = start; step < order.length && pageCars.length < count; step++) {
    const slot = order[isDescending ? order.length - 1 - step : step]!
    if (isSelected[slot] !== 1) continue
    if (slot === first) offset = before
    if (offset !== null && before >= offset) pageCars.push(cars.positionOf(slot))
    before++
  }
  return { counts: toAvailabilityCounts(counts), cars: pageCars, offset }
}

/** Scans the cars in memory order, which takes a third of the time of scanning them in sort order. */
function findMatches(
  { state }: CarsInMemory,
  isMatch: (slot: number) => boolean,
  states: readonly Availability[],
) {
  const counts = availabilities.map(() => 0)
  const isRequestedState = availabilities.map((choice) => states.includes(choice))
  const isSelected = new Uint8Array(state.length)
  for (let slot = 0; slot < state.length; slot++) {
    const carState = state[slot]!
    if (carState === REMOVED_SLOT || !isMatch(slot)) continue
    counts[carState]!++
    if (isRequestedState[carState]) isSelected[slot] = 1
  }
  return { counts, isSelected }
}

/**
 * Builds a predicate for cars that belong to the seller and contain each of the search terms in one of their
 * fields.
 */
function createFilter(
  cars: CarsInMemory,
  { sellerId }: AllCarsQuery,
  words: readonly string[],
  findUsersByEmail: (word: string) => readonly string[],
): (slot: number) => boolean {
  const { seller, name, location, contact, codes } = cars
  const requestedSeller = sellerId === undefined ? null : (cars.sellers.findIndex(sellerId) ?? NOBODY)
  if (words.length === 0) return (slot) => requestedSeller === null || seller[slot] === requestedSeller
  const allBits = 2 ** words.length - 1
  const nameBits = cars.names.bitsOf(words)
  const locationBits = cars.locations.bitsOf(words)
  const contactBits = cars.contacts.bitsOf(words)
  const sellerBits = new Uint32Array(cars.sellers.size)
  words.forEach((word, index) => {
    for (const id of findUsersByEmail(word)) {
      const sellerIndex = cars.sellers.findIndex(id)
      if (sellerIndex !== undefined) sellerBits[sellerIndex]! |= 1 << index
    }
  })
  return (slot) => {
    if (requestedSeller !== null && seller[slot] !== requestedSeller) return false
    const textBits = nameBits[name[slot]!]! | locationBits[location[slot]!]! | contactBits[contact[slot]!]!
    const bits = textBits | sellerBits[seller[slot]!]!
    return bits === allBits || (codes[slot] !== '' && (bits | matchCodes(codes[slot]!, words)) === allBits)
  }
}

/**
 * Returns a bit mask of the search terms. A bit is set if the stock number contains the term or the VIN ends
 * with it.
 */
function matchCodes(codes: string, words: readonly string[]): number {
  const stockNo = codes.slice(0, codes.indexOf('\n'))
  return words.reduce(
    (bits, word, index) => (stockNo.includes(word) || endsVin(codes, word) ? bits | (1 << index) : bits),
    0,
  )
}

/**
 * Reports whether the VIN ends with the search term. Many VINs share endings that are shorter than the
 * required length.
 */
function endsVin(codes: string, word: string): boolean {
  return word.length >= MIN_VIN_ENDING && codes.endsWith(word)
}

const MIN_VIN_ENDING = 4

const NOBODY = -1

function toAvailabilityCounts(counts: readonly number[]): Record<Availability, number> {
  return Object.fromEntries(availabilities.map((state, index) => [state, counts[index]!])) as Record<
    Availability,
    number
  >
}
