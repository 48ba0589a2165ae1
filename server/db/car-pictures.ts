import { sql } from 'kysely'

/** The address of a car's first picture; empty where it has none. */
export const firstPicture = sql<string>`coalesce(
  (select url from car_pictures where car_id = cars.id and position = 0), ''
)`
