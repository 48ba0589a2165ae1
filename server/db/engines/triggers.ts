import { comparedInPostgres } from './comparisons.ts'
import { refusedInPostgres } from './refusals.ts'

/**
 * Triggers. Migrations write them as SQLite has them, with their statements inside. On Postgres each has a function of
 * its own name, which keeps the text as it was written in its comment: what is there can be read back and compared.
 */

interface Trigger {
  name: string
  time: string
  event: string
  table: string
  condition: string
  statements: string[]
}

const parts =
  /^create trigger (?<name>\w+)\s+(?<time>before|after) (?<event>insert|delete|update(?:\s+of\s+[\w\s,"]+?)?)\s+on (?<table>\w+)(?:\s+when (?<condition>.+?))?\s+begin\s(?<body>.+)\send$/is

/** What makes the same trigger on Postgres. */
export function triggerForPostgres(written: string): string[] {
  const trigger = readTrigger(written)
  const { name, time, event, table, condition } = trigger
  const isWhen = condition !== '' && !isQuery(condition)
  const when = isWhen ? `when (${comparedInPostgres(condition)})` : ''
  return [
    `create or replace function ${name}() returns trigger language plpgsql as $trigger$
      begin ${bodyOf(trigger, isWhen)} return ${returned(trigger)}; end $trigger$`,
    `comment on function ${name}() is '${written.replaceAll("'", "''")}'`,
    `create trigger ${name} ${time} ${event} on ${table} for each row ${when} execute function ${name}()`,
  ]
}

export function dropTriggerInPostgres(name: string): string {
  return `drop function ${name}() cascade`
}

/** The functions of a table's triggers stay when it goes, unless they go before. */
export function dropTableInPostgres(table: string): string[] {
  return [
    `do $drop$ declare name text; begin
      for name in select distinct tgfoid::regprocedure from pg_trigger where tgrelid = '${table}'::regclass and not tgisinternal
      loop execute 'drop function ' || name || ' cascade'; end loop;
    end $drop$`,
    `drop table ${table}`,
  ]
}

/** The functions of triggers go on speaking of a table by the name that it had. */
export function renameTableInPostgres(from: string, to: string): string[] {
  const word = `'\\m${from}\\M'`
  return [
    `alter table ${from} rename to ${to}`,
    `do $rename$ declare each record; begin
      for each in select oid, oid::regprocedure as name, pg_get_functiondef(oid) as made, obj_description(oid, 'pg_proc') as written
        from pg_proc where prorettype = 'trigger'::regtype and prosrc ~ ${word}
      loop
        execute regexp_replace(each.made, ${word}, '${to}', 'g');
        execute format('comment on function %s is %L', each.name, regexp_replace(each.written, ${word}, '${to}', 'g'));
      end loop;
    end $rename$`,
  ]
}

function readTrigger(written: string): Trigger {
  const found = parts.exec(written)?.groups
  if (!found) throw new Error(`This is no trigger as migrations write them: ${written}`)
  const { name, time, event, table, condition = '', body } = found as Record<string, string>
  const statements = body!
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
  return { name: name!, time: time!, event: event!, table: table!, condition: condition.trim(), statements }
}

function bodyOf({ condition, statements }: Trigger, isWhen: boolean): string {
  const body = statements.map((statement) => `${inPostgres(statement)};`).join('\n')
  return condition === '' || isWhen ? body : `if ${comparedInPostgres(condition)} then ${body} end if;`
}

function inPostgres(statement: string): string {
  return comparedInPostgres(refusedInPostgres(filledInPostgres(statement)))
}

/** A condition of a trigger's own may not ask tables. */
function isQuery(condition: string): boolean {
  return /\bselect\b/i.test(condition)
}

function returned({ time, event }: Trigger): string {
  if (time === 'after') return 'null'
  return event === 'delete' ? 'old' : 'new'
}

/** Names the table before a column of the row that is there already, as Postgres asks. */
function filledInPostgres(statement: string): string {
  return statement.replace(
    /insert into (\w+)([^;]*) do update set (\w+) = \3\b/i,
    (_, table: string, between: string, column: string) =>
      `insert into ${table}${between} do update set ${column} = ${table}.${column}`,
  )
}
