/** Rows that are there already. */

/** What a row has that is there, Postgres wants called by its table. */
export function filledInPostgres(statement: string): string {
  return statement.replace(
    /insert into (\w+)([^;]*) do update set (\w+) = \3\b/i,
    (_, table: string, between: string, column: string) =>
      `insert into ${table}${between} do update set ${column} = ${table}.${column}`,
  )
}
