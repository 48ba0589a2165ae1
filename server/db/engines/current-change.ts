import { sql, type RawBuilder } from 'kysely'
import { either } from './either.ts'

/** The id of a set that begins. */
export const nextSet: RawBuilder<number> = either({
  sqlite: sql`(select coalesce(max(id), 0) + 1 from change_sets)`,
  postgres: sql`nextval(pg_get_serial_sequence('change_sets', 'id'))`,
})
