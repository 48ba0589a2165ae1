import { sql } from 'kysely'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import { measureFamilyCpu } from '../load/processes.ts'
import { measureRate, type Side } from './compare.ts'
import { printFigure } from './print.ts'

/** CPU time in seconds, by process family: each process is counted together with its children. */
interface Families {
  server: number
  postgres: number
}

const CONNECTIONS = 8
const LARGEST = 5

interface TableSize {
  name: string
  /** Size of the table's data in bytes, without its indexes. */
  data: number
  indexes: number
}

/** Prints the database's total size on disk and the sizes of the largest tables. */
export async function printSizes(url: string, cars: number): Promise<void> {
  const { db, close } = await openPostgres({ url, shown: url })
  const { rows } = await sql<TableSize>`
    select relname as name, pg_table_size(relid) as data, pg_indexes_size(relid) as indexes
    from pg_stat_user_tables order by pg_total_relation_size(relid) desc limit ${LARGEST}`.execute(db)
  const all = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  await close()
  const aCar = (bytes: number) => `${Math.round(bytes / cars)} B`
  printFigure('database size per car', aCar(all.rows[0]!.bytes))
  for (const { name, data, indexes } of rows) {
    printFigure(`  table ${name}`, aCar(data))
    printFigure('    and its indexes', aCar(indexes))
  }
}

/**
 * Measures how many notifications per second one database can deliver. Server processes use them to announce
 * their writes to each other.
 */
export async function printNotices(url: string, seconds: number): Promise<void> {
  const { db, close } = await openPostgres({ url, shown: url })
  const end = performance.now() + seconds * 1000
  let sentCount = 0
  const notifyRepeatedly = async () => {
    for (; performance.now() < end; sentCount++) await sql`select pg_notify('bench', '')`.execute(db)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, notifyRepeatedly))
  await close()
  printFigure('notifications sent', `${Math.round(sentCount / seconds)} /s`)
}

/** Prints the CPU time per response for the server (including its search) and for Postgres. */
export async function printCost(name: string, side: Side, postgres: number, seconds: number): Promise<void> {
  const families = { server: side.server.pid, postgres }
  const cpuBefore = measureCpu(families)
  const rate = await measureRate(side, CONNECTIONS, seconds)
  printCores(name, cpuBefore, measureCpu(families), rate * seconds)
}

export function printCores(name: string, start: Families, end: Families, times: number): void {
  const perResponse = (family: keyof Families) =>
    `${(((end[family] - start[family]) * 1000) / times).toFixed(2)} ms`
  printFigure(`${name}, of the server's cores`, perResponse('server'))
  printFigure("  of Postgres'", perResponse('postgres'))
}

export function measureCpu({ server, postgres }: Families): Families {
  return { server: measureFamilyCpu(server), postgres: measureFamilyCpu(postgres) }
}
