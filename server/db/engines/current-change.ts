import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { either } from './either.ts'
import { engineOf, type Answers } from './engine.ts'

/**
 * What the transaction that writes now is about, in one row: SQLite has one writer. On Postgres it is a setting of the
 * transaction, which nobody else sees or waits for, and looks like that row.
 */
const create: Answers<readonly string[]> = {
  sqlite: [
    `create table current_change (
        one integer primary key check (one = 1), "set" integer, actor text, at text
      ) strict`,
    'insert into current_change (one) values (1)',
  ],
  postgres: [
    `create view current_change as select 1::bigint as one,
      ${said('set')}::bigint as "set", ${said('actor')} as actor, ${said('at')} as at`,
    `create function say_current_change() returns trigger language plpgsql as $say$ begin
      perform ${say('set')}, ${say('actor')}, ${say('at')};
      return new;
    end $say$`,
    `create or replace trigger say_current_change instead of update on current_change
      for each row execute function say_current_change()`,
  ],
}

const drop: Answers<readonly string[]> = {
  sqlite: ['drop table current_change'],
  postgres: ['drop view current_change', 'drop function say_current_change()'],
}

export const createCurrentChange = (db: QueryExecutorProvider) => create[engineOf(db)]
export const dropCurrentChange = (db: QueryExecutorProvider) => drop[engineOf(db)]

function said(what: string): string {
  return `nullif(current_setting('kerblight.change_${what}', true), '')`
}

function say(what: string): string {
  return `set_config('kerblight.change_${what}', coalesce(new."${what}"::text, ''), true)`
}

/** The id of a set that begins. */
export const nextSet: RawBuilder<number> = either({
  sqlite: sql`(select coalesce(max(id), 0) + 1 from change_sets)`,
  postgres: sql`nextval(pg_get_serial_sequence('change_sets', 'id'))`,
})
