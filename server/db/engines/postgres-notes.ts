import { isDeepStrictEqual } from 'node:util'
import { CompiledQuery, sql, type DatabaseConnection, type QueryExecutorProvider } from 'kysely'
import { changeRules, type Change, type ChangeRule } from '../changes.ts'
import type { Tables } from '../tables.ts'
import type { WrittenTable } from '../watch-writes.ts'
import { subjectRules, type Subject, type SubjectRule } from '../written-subjects.ts'
import { engineOf, type Answers } from './engine.ts'
import { readTriggers } from './tables.ts'

/**
 * What commits are about, on Postgres. Triggers note it in a setting of the transaction; the process that writes takes it
 * with the commit, and the others are told it by `NOTIFY`.
 */

const verbs = ['insert', 'update', 'delete'] as const
type Verb = (typeof verbs)[number]

/** Where notes are told, to everybody. */
export const CHANNEL = 'kerblight'
/** Bytes: so long a list of notes goes with one `NOTIFY`, which takes 8,000; a longer one says that it may be anything. */
const MAX_NOTES = 7000
const ANYTHING = '*'

const noteWrite = `create or replace function note_write(note text) returns void language plpgsql as $note$
  declare noted text := coalesce(current_setting('kerblight.notes', true), '');
  begin
    if note is null or noted = '${ANYTHING}' or position(chr(10) || note || chr(10) in noted) > 0 then return; end if;
    if noted = '' then noted := chr(10); end if;
    noted := noted || note || chr(10);
    if octet_length(noted) > ${MAX_NOTES} then noted := '${ANYTHING}'; end if;
    perform set_config('kerblight.notes', noted, true);
  end $note$`

interface NoteTriggers {
  /** Brings them in line with what is to be noted. */
  keep(db: QueryExecutorProvider): Promise<void>
  /** Before a step of the schema: they name columns. */
  drop(db: QueryExecutorProvider): Promise<void>
}

const answers: Answers<NoteTriggers> = {
  // There they are temporary, each connection's own.
  sqlite: { keep: async () => {}, drop: async () => {} },
  postgres: {
    async keep(db) {
      const wanted = wantedTriggers()
      const present = await readTriggers(db, PREFIX)
      if (isDeepStrictEqual(wanted, present)) return
      // At once: there are hundreds.
      const statements = [
        ...Object.keys(present).map(dropTrigger),
        noteWrite,
        ...Object.entries(wanted).map(createTrigger),
      ]
      await sql.raw(statements.join(';\n')).execute(db)
    },
    async drop(db) {
      const statements = Object.keys(await readTriggers(db, PREFIX)).map(dropTrigger)
      if (statements.length === 0) return
      await sql.raw([...statements, 'drop function note_write(text)'].join(';\n')).execute(db)
    },
  },
}

const PREFIX = 'notes_'

export const keepNotes = (db: QueryExecutorProvider) => answers[engineOf(db)].keep(db)
export const dropNotes = (db: QueryExecutorProvider) => answers[engineOf(db)].drop(db)

/** Of each name what its function does. */
function wantedTriggers(): Record<string, string> {
  const tables = Object.keys(changeRules) as (keyof Tables)[]
  const all = tables.flatMap((table) =>
    verbs.map((verb) => [`${PREFIX}${table}_${verb}`, bodyOf(table, verb)] as const),
  )
  return Object.fromEntries(all.filter(([, body]) => body !== ''))
}

function dropTrigger(name: string): string {
  return `drop function ${name}() cascade`
}

function createTrigger([name, body]: readonly [name: string, body: string]): string {
  const [, table, verb] = /^notes_(\w+)_([a-z]+)$/.exec(name)!
  return [
    `create function ${name}() returns trigger language plpgsql as $notes$ begin ${body} return null; end $notes$`,
    `comment on function ${name}() is '${body.replaceAll("'", "''")}'`,
    `create trigger ${name} after ${verb} on ${table} for each row execute function ${name}()`,
  ].join(';\n')
}

function bodyOf(table: keyof Tables, verb: Verb): string {
  const changes = changeRules[table].filter(({ on }) => (on ?? verbs).includes(verb))
  const subjects = subjectRules[table].filter(({ on }) => (on ?? verbs).includes(verb))
  return [
    ...changes.map((rule) => noteChange(rule, verb)),
    ...subjects.flatMap((rule) => noteSubject(rule, verb)),
  ].join('\n')
}

function noteChange({ kind, about, audience, of, when }: ChangeRule, verb: Verb): string {
  const row = verb === 'delete' ? 'old' : 'new'
  const conditions = [
    ...(when ? [`(${when})`] : []),
    ...(of ? [`(${of.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})`] : []),
  ]
  const told = audience.replace(/^select (\S+)/, 'select $1 as audience')
  const note = `perform note_write('change ${kind} ' || ${about} || ' ' || audience) from (${told}) as told;`
  return guarded(conditions, note).replaceAll('@.', `${row}.`)
}

function noteSubject(rule: SubjectRule, verb: Verb): string[] {
  const sides = verb === 'update' ? ['old', 'new'] : [verb === 'insert' ? 'new' : 'old']
  const of = (side: string, text: string) => text.replaceAll('@.', `${side}.`)
  const changed = (rule.of ?? []).map(
    (value) => `(${of('old', value)}) is distinct from (${of('new', value)})`,
  )
  const guards = [
    verb === 'update' && changed.length > 0 ? changed : [],
    rule.when ? sides.map((side) => of(side, rule.when!)) : [],
  ].filter((guard) => guard.length > 0)
  const from = rule.from ? `from ${rule.from}` : ''
  const notes = sides.map((side) =>
    of(side, `perform note_write('subject ${rule.kind} ' || ${rule.which ?? "'*'"}) ${from};`),
  )
  return [
    guarded(
      guards.map((either) => `(${either.join(' or ')})`),
      [...new Set(notes)].join(' '),
    ),
  ]
}

function guarded(conditions: readonly string[], note: string): string {
  if (conditions.length === 0) return note
  return `if ${conditions.join(' and ')} then ${note} end if;`
}

/** What a transaction was about. */
export interface Notes {
  changes: Change[]
  subjects: Subject[]
  tables: WrittenTable[]
}

/**
 * Within a transaction that is about to be committed: tells the others, once it is, where it was about anything. While a newer
 * version changes the schema nothing is noted, so it may be.
 * @param message what goes before it
 * @param tables that it has written
 * @returns what it was about; null: it may be anything
 */
export async function announce(
  connection: DatabaseConnection,
  message: string,
  tables: ReadonlySet<WrittenTable>,
): Promise<Notes | null> {
  const written = [...tables].map((table) => `table ${table ?? ANYTHING}\n`).join('')
  const { rows } = await connection.executeQuery<{ noted: string }>(
    CompiledQuery.raw(
      `select noted, pg_notify('${CHANNEL}', $1 || case noted when '${ANYTHING}' then noted else noted || $2 end)
        from (select case when to_regproc('note_write') is null then '${ANYTHING}'
          else coalesce(nullif(current_setting('kerblight.notes', true), ''), chr(10)) end as noted) as notes`,
      [`${message}\n`, written],
    ),
  )
  const { noted } = rows[0]!
  return readNotes(noted === ANYTHING ? noted : noted + written)
}

export function readNotes(noted: string): Notes | null {
  if (noted.trim() === ANYTHING) return null
  const lines = noted.split('\n')
  const of = (kind: string) =>
    lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1))
  return {
    changes: of('change').map(toChange),
    subjects: of('subject') as Subject[],
    tables: of('table').map((table) => (table === ANYTHING ? null : (table as WrittenTable))),
  }
}

function toChange(line: string): Change {
  const [kind, ...rest] = line.split(' ')
  const audience = rest.pop()
  return { kind, about: rest.join(' '), audience } as Change
}
