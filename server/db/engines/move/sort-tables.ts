/**
 * @param referred which tables a table refers to
 * @returns the tables, each after those that it refers to
 */
export function sortTables<Table extends { name: string }>(
  tables: readonly Table[],
  referred: (table: Table) => readonly string[],
): Table[] {
  const sorted = new Set<Table>()
  const place = (table: Table, within: readonly string[]): void => {
    if (sorted.has(table)) return
    const around = [...within, table.name]
    const before = referred(table).filter((name) => name !== table.name)
    if (before.some((name) => around.includes(name)))
      throw new Error(`These tables refer to one another: ${around.join(', ')}`)
    for (const other of tables) if (before.includes(other.name)) place(other, around)
    sorted.add(table)
  }
  for (const table of tables) place(table, [])
  return [...sorted]
}
