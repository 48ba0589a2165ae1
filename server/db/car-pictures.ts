import { sql } from 'kysely'
import { either } from './engines/either.ts'

/**
 * The addresses of a car's pictures in order, as a JSON list: read along with the car, so that a list is one query. The
 * table is stored in that order; `order by` within the aggregate would sort each car's anew.
 */
export const picturesAsJson = either<string>({
  sqlite: sql`(
  select json_group_array(url)
  from (select url from car_pictures where car_id = cars.id order by position)
)`,
  postgres: sql`(select coalesce(json_agg(url order by position), '[]')::text from car_pictures where car_id = cars.id)`,
})

/** The address of a car's first picture; empty where it has none. */
export const firstPicture = sql<string>`coalesce(
  (select url from car_pictures where car_id = cars.id and position = 0), ''
)`
