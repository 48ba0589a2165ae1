import { isDeepStrictEqual } from 'node:util'
import type { QueryExecutorProvider } from 'kysely'
import { changeRules, type ChangeRule, type WriteEvent } from './change-rules.ts'
import { readTriggers } from './engines/tables.ts'
import { runStatements, formatTrigger, getTriggerSql, type Trigger } from './engines/triggers.ts'
import type { Tables } from './tables.ts'

const PREFIX = 'change_log_'
const writeEvents = ['insert', 'update', 'delete'] as const

/** Creates the change log triggers. If any of them differs from the rules, all are recreated. */
export async function installChangeLogTriggers(db: QueryExecutorProvider): Promise<void> {
  const existingTriggers = await readTriggers(db, PREFIX)
  const expectedTriggers = Object.fromEntries(
    triggers.map((trigger) => [trigger.name, formatTrigger(trigger)]),
  )
  if (isDeepStrictEqual(expectedTriggers, existingTriggers)) return
  const { create, drop } = getTriggerSql(db)
  await runStatements(db, [...Object.keys(existingTriggers).map(drop), ...triggers.flatMap(create)])
}

/**
 * Drops the triggers, so that a migration can drop the columns that they refer to. `migrate` recreates them.
 */
export async function dropChangeLogTriggers(db: QueryExecutorProvider): Promise<void> {
  await runStatements(db, Object.keys(await readTriggers(db, PREFIX)).map(getTriggerSql(db).drop))
}

const triggers: readonly Trigger[] = Object.keys(changeRules).flatMap((table) =>
  writeEvents.flatMap((event) => buildChangeTrigger(table as keyof Tables, event) ?? []),
)

/** The name of one trigger. If it exists, the change log is being written. */
export const sampleTriggerName = triggers[0]!.name

/**
 * Builds a trigger that logs the topics of each written row, one per line. All topics form a single
 * expression, grouped by condition, to keep writes fast.
 */
function buildChangeTrigger(table: keyof Tables, event: WriteEvent): Trigger | null {
  const rules = changeRules[table].filter(({ on }) => (on ?? writeEvents).includes(event))
  if (rules.length === 0) return null
  const parts = [...groupTopics(rules, event)].map(([condition, topics]) =>
    buildConditionalSql(condition, [...topics]),
  )
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
 * Builds the SQL for topics that share a condition.
 * @param condition empty if the row always has the topics
 */
function buildConditionalSql(condition: string, topics: readonly string[]): string {
  const lines = topics.join(' || ')
  return condition === '' ? lines : `case when ${condition} then ${lines} else '' end`
}

/** Groups the topics by condition. Each topic includes its line break. */
function groupTopics(rules: readonly ChangeRule[], event: WriteEvent): Map<string, Set<string>> {
  const sides = event === 'update' ? ['old', 'new'] : [event === 'insert' ? 'new' : 'old']
  const conditions = new Map<string, Set<string>>()
  for (const rule of rules)
    for (const side of sides) {
      const { topic, condition } = buildTopic(rule, side, event)
      conditions.set(topic, (conditions.get(topic) ?? new Set()).add(condition))
    }
  const groups = new Map<string, Set<string>>()
  for (const [topic, alternatives] of conditions) {
    const condition = alternatives.has('') ? '' : [...alternatives].join(' or ')
    groups.set(condition, (groups.get(condition) ?? new Set()).add(topic))
  }
  return groups
}

/**
 * Builds the topic and the condition for one side of the row, before or after the write. For topics from
 * another table, the rule's condition is part of the query on that table.
 */
function buildTopic(rule: ChangeRule, side: string, event: WriteEvent): { topic: string; condition: string } {
  const line = `coalesce(${rule.topic} || '\n', '')`
  const changeConditions = event === 'update' ? (rule.of ?? []).map((value) => hasChanged(value, event)) : []
  const condition = changeConditions.length > 0 ? `(${changeConditions.join(' or ')})` : ''
  const when = rule.when === undefined ? '' : `(${qualifyColumns(side, rule.when, event)})`
  if (rule.from === undefined)
    return {
      topic: qualifyColumns(side, line, event),
      condition: condition && when ? `(${when} and ${condition})` : condition || when,
    }
  const lines = `select distinct ${rule.topic} || '\n' as line from ${rule.from}`
  const where = rule.when === undefined ? '' : ` where ${rule.when}`
  return {
    topic: qualifyColumns(
      side,
      `coalesce((select string_agg(line, '') from (${lines}${where}) as lines), '')`,
      event,
    ),
    condition,
  }
}

function hasChanged(value: string, event: WriteEvent): string {
  return `(${qualifyColumns('old', value, event)}) is distinct from (${qualifyColumns('new', value, event)})`
}

/**
 * Replaces `@` with one side of the row. IDs never change, so both sides share the topics that depend only on
 * the ID.
 */
function qualifyColumns(side: string, text: string, event: WriteEvent): string {
  const withId = event === 'update' ? text.replaceAll(/@\.id\b/g, 'new.id') : text
  return withId.replaceAll('@.', `${side}.`)
}
