import { sql, type QueryExecutorProvider } from 'kysely'
import { getEngine, type PerEngine } from './engine.ts'

/** A row-level trigger. Its condition and its statement are in the engine's own SQL. */
export interface Trigger {
  name: string
  time: 'before' | 'after'
  event: 'insert' | 'update' | 'delete'
  table: string
  condition?: string
  /** True if the condition reads tables, which Postgres does not allow in a trigger's `when` clause. */
  readsTables?: boolean
  statement: string
}

interface TriggerSql {
  create(trigger: Trigger): string[]
  drop(name: string): string
}

/**
 * The SQL for managing triggers. Both engines store a trigger's definition for comparison. Postgres stores it
 * as the comment of the trigger's function.
 */
const triggerSql: PerEngine<TriggerSql> = {
  sqlite: {
    create: (trigger) => [formatTrigger(trigger)],
    drop: (name) => `drop trigger ${name}`,
  },
  postgres: {
    create(trigger) {
      const { name, time, event, table, condition, readsTables, statement } = trigger
      const body = readsTables ? `if ${condition} then ${statement}; end if;` : `${statement};`
      const when = condition && !readsTables ? `when (${condition})` : ''
      return [
        `create function ${name}() returns trigger language plpgsql as $trigger$
          begin ${body} return ${returnedRow(trigger)}; end $trigger$`,
        `comment on function ${name}() is '${formatTrigger(trigger).replaceAll("'", "''")}'`,
        `create trigger ${name} ${time} ${event} on ${table} for each row ${when} execute function ${name}()`,
      ]
    },
    drop: (name) => `drop function ${name}() cascade`,
  },
}

export const getTriggerSql = (db: QueryExecutorProvider): TriggerSql => triggerSql[getEngine(db)]

/**
 * Splits statements into batches. SQLite prepares one statement at a time. Postgres runs all of them in one
 * batch, so that their locks are held as briefly as possible.
 */
const batches: PerEngine<(statements: readonly string[]) => readonly string[]> = {
  sqlite: (statements) => statements,
  postgres: (statements) => (statements.length > 0 ? [statements.join(';\n')] : []),
}

export async function runStatements(db: QueryExecutorProvider, statements: readonly string[]): Promise<void> {
  for (const batch of batches[getEngine(db)](statements)) await sql.raw(batch).execute(db)
}

/**
 * Returns the definition of a trigger for comparison. On SQLite, this is the statement that creates it.
 */
export function formatTrigger({ name, time, event, table, condition, statement }: Trigger): string {
  const when = condition ? `when ${condition} ` : ''
  return `CREATE TRIGGER ${name} ${time} ${event} on ${table} ${when}begin ${statement}; end`
}

function returnedRow({ time, event }: Trigger): string {
  if (time === 'after') return 'null'
  return event === 'delete' ? 'old' : 'new'
}
