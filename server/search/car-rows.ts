import { sqlFragments, type RowBatchReader } from '../db/engines/row-batch-reader.ts'
import { DISTANCE_MM, sharedValuesInSql, type ListedCar } from './car-columns.ts'
import { createChangeLog, type ChangeLog } from './change-log.ts'
import type { SharedValue } from './coded-column.ts'

/** Reads the searchable values of cars and their changes from the database. */
export interface CarRows {
  /** Reads all listed cars, ordered by number. */
  all(): Iterable<ListedCar>
  /** Reads the listed cars among these numbers. */
  some(numbers: Iterable<number>): Iterable<ListedCar>
  /** The change log of cars, by car number. */
  changes: ChangeLog<number>
}

type Row = [
  number: number,
  postedAt: string,
  price: number | null,
  distance: number | null,
  featured: number,
  photos: number,
  ...shared: SharedValue[],
]

const columns = [
  'number',
  'posted_at',
  'all_in_minor',
  DISTANCE_MM,
  'featured_at is not null',
  'exists (select 1 from car_pictures where car_id = cars.id)',
  ...sharedValuesInSql,
].join(', ')

export function createCarRows(rows: () => RowBatchReader): CarRows {
  const from = 'from listed_cars join cars on cars.id = listed_cars.car_id'
  const some = () => `select ${columns} ${from} where number ${sqlFragments[rows().engine].amongNumbers(1)}`

  return {
    *all() {
      for (const row of rows().read(`select ${columns} ${from} order by number`))
        yield toListedCar(row as Row)
    },
    *some(numbers) {
      for (const row of rows().read(some(), JSON.stringify([...numbers]))) yield toListedCar(row as Row)
    },
    changes: createChangeLog(rows, (topic) =>
      topic.startsWith('listed ') ? Number(topic.slice('listed '.length)) : null,
    ),
  }
}

function toListedCar([
  number,
  postedAt,
  priceMinor,
  distanceMm,
  featured,
  photos,
  ...shared
]: Row): ListedCar {
  return {
    number,
    postedAt: Date.parse(postedAt),
    priceMinor,
    distanceMm,
    isFeatured: featured === 1,
    hasPhotos: photos === 1,
    shared,
  }
}
