import { isDeepStrictEqual } from 'node:util'
import type { QueryExecutorProvider } from 'kysely'
import { changeRules, type ChangeRule, type WriteEvent } from './change-rules.ts'
import { readTriggers } from './engines/tables.ts'
import { runStatements, textOfTrigger, triggerSqlOf, type Trigger } from './engines/triggers.ts'
import type { Tables } from './tables.ts'

const PREFIX = 'change_log_'
const writeEvents = ['insert', 'update', 'delete'] as const

/** Creates the triggers that write the change log. Triggers that differ from the rules are replaced. */
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

/** The name of one trigger. If it exists, the change log is being written. */
export const someTrigger = triggers[0]!.name

/**
 * Builds a trigger that adds one log row for each written row that has topics. A log row contains one topic
 * per line. The topics form a single expression in which topics with the same condition are grouped, because
 * logging must not slow down writes.
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

/** Groups the topics by the condition that they share. Each topic includes its line break. */
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
 * Builds a topic for one side of the row (before or after the write), and its condition. If the topic comes
 * from rows of another table, the rule's condition is part of the query on that table.
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

/**
 * Replaces `@` with one side of the row. A row's ID never changes, so both sides share the topics that depend
 * only on it.
 */
function on(side: string, text: string, event: WriteEvent): string {
  const withId = event === 'update' ? text.replaceAll(/@\.id\b/g, 'new.id') : text
  return withId.replaceAll('@.', `${side}.`)
}
