import { sql, type Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Makes columns of `cars` anew, since SQLite changes no column's checks. Whatever names them goes meanwhile.
 * @param columns of each its new declaration, in which it is called `next_` still, and SQL of what it holds from then on
 */
export async function replaceColumns(
  db: Kysely<unknown>,
  columns: Record<string, [declaration: string, value: string]>,
): Promise<void> {
  const { rows: dependents } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_schema
    where sql is not null
      and ((type = 'trigger' and sql like '%cars%') or (type = 'index' and tbl_name = 'cars'))
    order by rowid`.execute(db)
  await runStatements(
    db,
    dependents.map(({ type, name }) => `drop ${type} ${name}`),
  )
  for (const [name, [declaration, value]] of Object.entries(columns))
    await runStatements(db, [
      `alter table cars add column next_${name} ${declaration}`,
      `update cars set next_${name} = ${value}`,
      `alter table cars drop column ${name}`,
      `alter table cars rename column next_${name} to ${name}`,
    ])
  await runStatements(
    db,
    dependents.map((dependent) => dependent.sql),
  )
}
