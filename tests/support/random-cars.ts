import { choiceFacts, extractChoices, mapChoices, type Choices } from '../../contract/cars/car-choices.ts'
import { createRandom } from '../../server/seed/random.ts'

/** Random choices that are the same in every run. */
export interface Chances {
  random: () => number
  pick: <T>(options: readonly T[]) => T
  /** Returns null with a probability of 15%. */
  orNull: <T>(value: T) => T | null
}

export function createChances(seed: number): Chances {
  const random = createRandom(seed)
  return {
    random,
    pick: (options) => options[Math.floor(random() * options.length)]!,
    orNull: (value) => (random() < 0.15 ? null : value),
  }
}

function dayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * Returns the fields for searching and sorting cars, except the searchable text and the price. Many
 * cars share a listing time, so some pages end between equal times.
 */
export function pickRandomFacts({ random, pick, orNull }: Chances, now: Date) {
  return {
    year: orNull(2012 + Math.floor(random() * 12)),
    mileage: orNull(Math.floor(random() * 90) * 1_000),
    mileage_unit: pick(['mi', 'km', null] as const),
    evRange: orNull(Math.floor(random() * 40) * 10 + 10),
    seats: orNull(2 + Math.floor(random() * 5)),
    ...extractChoices(mapChoices((name) => orNull(pick(choiceFacts[name].options))) as Partial<Choices>),
    state: pick(['instock', 'instock', 'instock', 'reserved', 'sold', 'withdrawn'] as const),
    featured_at: random() < 0.2 ? now.toISOString() : null,
    posted_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 30))).toISOString(),
    warrantyUntil: orNull(dayAfter(now, pick([-500, -1, 0, 1, 500]))),
  }
}
