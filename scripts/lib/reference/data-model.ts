import { sql } from 'kysely'
import { openDatabase } from '../../../server/db/connection.ts'
import type { Db } from '../../../server/db/tables.ts'
import { code, table } from './markdown.ts'
import { columnNotes, mainTables, tableGroups } from './tables.ts'
import { writePage } from './write-page.ts'

interface Column {
  name: string
  type: string
  isRequired: boolean
  isKey: boolean
  /** The table and column that this column references, such as `users.id`. */
  references: string | null
}

/** Generates the page from a new SQLite database. */
export async function dataModelPage(): Promise<string> {
  const { db, close } = await openDatabase(':memory:')
  const schema = await readSchema(db)
  await close()
  checkGroups([...schema.keys()])

  return writePage({
    title: 'Data model',
    intro: [
      'This page lists the tables of the database and their columns.',
      'SQLite and Postgres have the same tables; the types are those of SQLite.',
      'Times are ISO 8601 strings in UTC, amounts of money are integers in cents, and flags are 0 or 1.',
      'Columns whose name explains their content have no description.',
    ],
    body: [
      '## Diagram',
      'The diagram shows the main tables and their references.',
      diagram(schema),
      ...tableGroups.flatMap(({ title, tables }) => [
        `## ${title}`,
        ...Object.entries(tables).map(
          ([name, meaning]) =>
            `### ${code(name)}\n\n${sentences(meaning)}\n\n${columnTable(name, schema.get(name)!)}`,
        ),
      ]),
    ],
  })
}

type Schema = ReadonlyMap<string, Column[]>

async function readSchema(db: Db): Promise<Schema> {
  const { rows: columns } = await sql<{
    table: string
    name: string
    type: string
    isRequired: 0 | 1
    isKey: 0 | 1
    references: string | null
  }>`
    select t.name as "table", c.name, c.type, c."notnull" or c.pk > 0 as isRequired, c.pk > 0 as isKey,
      (select f."table" || '.' || f."to" from pragma_foreign_key_list(t.name) as f where f."from" = c.name) as "references"
    from pragma_table_list as t join pragma_table_info(t.name) as c
    where t.type = 'table' and t.schema = 'main' and t.name not like 'sqlite_%'
    order by t.name, c.cid`.execute(db)
  return Map.groupBy(
    columns.map(({ isRequired, isKey, ...column }) => ({
      ...column,
      isRequired: isRequired === 1,
      isKey: isKey === 1,
    })),
    ({ table: name }) => name,
  )
}

/**
 * Verifies that every database table is described in a group.
 * @throws Error that lists the missing tables
 */
function checkGroups(tables: readonly string[]): void {
  const described = tableGroups.flatMap((group) => Object.keys(group.tables))
  const missing = tables.filter((name) => !described.includes(name))
  if (missing.length > 0)
    throw new Error(`Describe ${missing.join(', ')} in scripts/lib/reference/tables.ts.`)
}

function columnTable(tableName: string, columns: readonly Column[]): string {
  const allNotes: Record<string, Record<string, string>> = columnNotes
  const notes = allNotes[tableName] ?? {}
  return table(
    ['Column', 'Type', 'Null', 'References', 'Description'],
    columns.map(({ name, type, isRequired, isKey, references }) => [
      code(name),
      type.toLowerCase() + (isKey ? ', primary key' : ''),
      isRequired ? 'no' : 'yes',
      references ? code(references) : '',
      notes[name] ?? '',
    ]),
  )
}

function diagram(schema: Schema): string {
  const lines = mainTables.flatMap((child) =>
    schema.get(child)!.flatMap(({ name, references, isRequired }) => {
      const parent = references?.split('.')[0]
      if (!mainTables.some((main) => main === parent)) return []
      return [`  ${parent} ${isRequired ? '||' : '|o'}--o{ ${child} : ${name}`]
    }),
  )
  return `\`\`\`mermaid\nerDiagram\n${lines.join('\n')}\n\`\`\``
}

/** Puts each sentence on its own line. */
function sentences(text: string): string {
  return text.replaceAll('. ', '.\n')
}
