import type { Kysely } from 'kysely'
import { runStatements } from './engines/statements.ts'
import { withoutParts } from './engines/tables.ts'

/**
 * Makes columns of `cars` anew, since SQLite changes no column's checks. Whatever names them goes meanwhile.
 * @param columns of each its new declaration, in which it is called `next_` still, and SQL of what it holds from then on
 */
export function replaceColumns(
  db: Kysely<unknown>,
  columns: Record<string, [declaration: string, value: string]>,
): Promise<void> {
  return withoutParts(db, 'cars', async () => {
    for (const [name, [declaration, value]] of Object.entries(columns))
      await runStatements(db, [
        `alter table cars add column next_${name} ${declaration}`,
        `update cars set next_${name} = ${value}`,
        `alter table cars drop column ${name}`,
        `alter table cars rename column next_${name} to ${name}`,
      ])
  })
}
