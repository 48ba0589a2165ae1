import { isDeepStrictEqual } from 'node:util'
import type { QueryExecutorProvider } from 'kysely'
import { changeRules, type ChangeRule, type WriteEvent } from './change-rules.ts'
import { readTriggers } from './engines/tables.ts'
import { runStatements, textOfTrigger, triggerSqlOf, type Trigger } from './engines/triggers.ts'
import type { Tables } from './tables.ts'

const PREFIX = 'change_log_'
const writeEvents = ['insert', 'update', 'delete'] as const

/** Creates the triggers that write the change log, or those that differ from the rules anew. */
export async function keepChangeLogTriggers(db: QueryExecutorProvider): Promise<void> {
  const present = await readTriggers(db, PREFIX)
  const wanted = Object.fromEntries(triggers.map((trigger) => [trigger.name, textOfTrigger(trigger)]))
  if (isDeepStrictEqual(wanted, present)) return
  const { create, drop } = triggerSqlOf(db)
  await runStatements(db, [...Object.keys(present).map(drop), ...triggers.flatMap(create)])
}

/** Drops the triggers, because a column that they name cannot be dropped. `migrate` creates them again. */
export async function dropChangeLogTriggers(db: QueryExecutorProvider): Promise<void> {
  await runStatements(db, Object.keys(await readTriggers(db, PREFIX)).map(triggerSqlOf(db).drop))
}

const triggers: readonly Trigger[] = Object.keys(changeRules).flatMap((table) =>
  writeEvents.flatMap((event) => triggerOf(table as keyof Tables, event) ?? []),
)

/** A trigger that exists whenever the change log is written. */
export const someTrigger = triggers[0]!.name

/** One row of the log for each written row that has topics, one topic per line. */
function triggerOf(table: keyof Tables, event: WriteEvent): Trigger | null {
  const rules = changeRules[table].filter(({ on }) => (on ?? writeEvents).includes(event))
  const topics = [...new Set(rules.flatMap((rule) => topicsOf(rule, event)))]
  if (topics.length === 0) return null
  return {
    name: `${PREFIX}${table}_${event}`,
    time: 'after',
    event,
    table,
    statement: `insert into change_log (topics)
      select string_agg(topic, '\n') from (
        ${topics.join('\n        union ')}
      ) as written having count(topic) > 0`,
  }
}

function topicsOf({ topic, from, when, of = [] }: ChangeRule, event: WriteEvent): string[] {
  const sides = event === 'update' ? ['old', 'new'] : [event === 'insert' ? 'new' : 'old']
  const changed = of.map((value) => `(${on('old', value)}) is distinct from (${on('new', value)})`)
  const conditions = [
    ...(when === undefined ? [] : [`(${when})`]),
    ...(event === 'update' && changed.length > 0 ? [`(${changed.join(' or ')})`] : []),
  ]
  const select = `select ${topic} as topic`
  const source = from === undefined ? '' : ` from ${from}`
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  return sides.map((side) => on(side, select + source + where))
}

function on(side: string, text: string): string {
  return text.replaceAll('@.', `${side}.`)
}
