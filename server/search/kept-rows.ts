import type Sqlite from 'better-sqlite3'
import { carName } from '../../contract/car-name.ts'
import type { Availability, KeptState } from '../../contract/cars.ts'
import { createChangeLog, type ChangeLog } from './change-log.ts'

/** A car that is not deleted, by what its list is arranged by. */
export interface KeptCar {
  id: string
  sellerId: string
  state: KeptState
  /** Milliseconds since 1970. */
  postedAt: number
  /** Cents. */
  priceMinor: number | null
  /** Year, make and model. */
  name: string
  /** The seller's phone number. */
  contact: string
}

/** Reads from the database what the list of all cars is arranged by, and what of it has changed. */
export interface KeptRows {
  /** The oldest first. */
  all(): Iterable<KeptCar>
  /** Those of these ids that are not deleted. */
  some(ids: Iterable<string>): Iterable<KeptCar>
  /** The ids of those whose address has the word in it. */
  usersBy(word: string): string[]
  /** By their ids. */
  changes: ChangeLog<string>
}

type Row = [
  id: string,
  sellerId: string,
  state: KeptState,
  postedAt: string,
  priceMinor: number | null,
  year: number | null,
  make: string,
  model: string,
  contact: string,
]

const gone: Availability = 'withdrawn'
const kept = `select id, seller_id, state, posted_at, price_minor, year, category_name, model_name, contact
  from cars where state <> '${gone}' and hidden_at is null`

export function createKeptRows(sqlite: Sqlite.Database): KeptRows {
  const all = sqlite.prepare(`${kept} order by posted_at, id`).raw()
  const some = sqlite.prepare(`${kept} and id in (select value from json_each(?))`).raw()
  const usersBy = sqlite.prepare('select id from users where instr(email, ?) > 0').pluck()

  return {
    *all() {
      for (const row of all.iterate()) yield toKeptCar(row as Row)
    },
    *some(ids) {
      for (const row of some.iterate(JSON.stringify([...ids]))) yield toKeptCar(row as Row)
    },
    usersBy: (word) => usersBy.all(word) as string[],
    changes: createChangeLog(sqlite, 'car_changes', 'car_id'),
  }
}

function toKeptCar([id, sellerId, state, postedAt, priceMinor, year, make, model, contact]: Row): KeptCar {
  const name = carName({ year, category_name: make, modelName: model })
  return { id, sellerId, state, postedAt: Date.parse(postedAt), priceMinor, name, contact }
}
