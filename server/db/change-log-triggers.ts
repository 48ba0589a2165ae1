import { isDeepStrictEqual } from 'node:util'
import type { QueryExecutorProvider } from 'kysely'
import { changeRules, type ChangeRule, type WriteEvent } from './change-rules.ts'
import { readTriggers } from './engines/tables.ts'
import { runStatements, textOfTrigger, triggerSqlOf, type Trigger } from './engines/triggers.ts'
import type { Tables } from './tables.ts'

const PREFIX = 'change_log_'
const writeEvents = ['insert', 'update', 'delete'] as const

/** Creates the triggers that write the change log, or recreates them if they differ from the rules. */
export async function installChangeLogTriggers(db: QueryExecutorProvider): Promise<void> {
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

/** The name of a trigger that exists whenever the change log is written. */
export const someTrigger = triggers[0]!.name

/**
 * Builds a trigger that adds one log row for each written row that has topics, one topic per line. All topics
 * form one expression, in which topics with the same condition share a part, because logging must not slow
 * down writes.
 */
function triggerOf(table: keyof Tables, event: WriteEvent): Trigger | null {
  const rules = changeRules[table].filter(({ on }) => (on ?? writeEvents).includes(event))
  if (rules.length === 0) return null
  const parts = [...groupTopics(rules, event)].map(([condition, topics]) => partIf(condition, [...topics]))
  return {
    name: `${PREFIX}${table}_${event}`,
    time: 'after',
    event,
    table,
    // The limit keeps SQLite from evaluating the expression twice.
    statement: `insert into change_log (topics) select topics from (
        select ${parts.join('\n        || ')} as topics limit 1
      ) as written where topics <> ''`,
  }
}

/**
 * Builds the SQL of topics that share a condition.
 * @param condition empty if the row always has the topics
 */
function partIf(condition: string, topics: readonly string[]): string {
  const lines = topics.join(' || ')
  return condition === '' ? lines : `case when ${condition} then ${lines} else '' end`
}

/** Groups the topics, each with its line break, by the condition that they share. */
function groupTopics(rules: readonly ChangeRule[], event: WriteEvent): Map<string, Set<string>> {
  const sides = event === 'update' ? ['old', 'new'] : [event === 'insert' ? 'new' : 'old']
  const conditions = new Map<string, Set<string>>()
  for (const rule of rules)
    for (const side of sides) {
      const { topic, condition } = ofSide(rule, side, event)
      conditions.set(topic, (conditions.get(topic) ?? new Set()).add(condition))
    }
  const groups = new Map<string, Set<string>>()
  for (const [topic, any] of conditions) {
    const condition = any.has('') ? '' : [...any].join(' or ')
    groups.set(condition, (groups.get(condition) ?? new Set()).add(topic))
  }
  return groups
}

/**
 * Builds a topic of one side of the row, and its condition. If the topic is of other rows, their query
 * contains the condition of the rule.
 */
function ofSide(rule: ChangeRule, side: string, event: WriteEvent): { topic: string; condition: string } {
  const line = `coalesce(${rule.topic} || '\n', '')`
  const changed = event === 'update' ? (rule.of ?? []).map((value) => hasChanged(value, event)) : []
  const condition = changed.length > 0 ? `(${changed.join(' or ')})` : ''
  const when = rule.when === undefined ? '' : `(${on(side, rule.when, event)})`
  if (rule.from === undefined)
    return {
      topic: on(side, line, event),
      condition: condition && when ? `(${when} and ${condition})` : condition || when,
    }
  const lines = `select distinct ${rule.topic} || '\n' as line from ${rule.from}`
  const where = rule.when === undefined ? '' : ` where ${rule.when}`
  return {
    topic: on(side, `coalesce((select string_agg(line, '') from (${lines}${where}) as lines), '')`, event),
    condition,
  }
}

function hasChanged(value: string, event: WriteEvent): string {
  return `(${on('old', value, event)}) is distinct from (${on('new', value, event)})`
}

/** Refers `@` to one side of the row. The ID of a row never changes, so both sides share the topics of it. */
function on(side: string, text: string, event: WriteEvent): string {
  const withId = event === 'update' ? text.replaceAll(/@\.id\b/g, 'new.id') : text
  return withId.replaceAll('@.', `${side}.`)
}
