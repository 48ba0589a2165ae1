import type { Kysely } from 'kysely'

export interface Migration {
  up(db: Kysely<unknown>): Promise<void>
  down(db: Kysely<unknown>): Promise<void>
}
