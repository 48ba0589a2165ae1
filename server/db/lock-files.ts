import { dirname, join, parse } from 'node:path'
import type { Config } from '../config.ts'

/** Lists the files that a server on SQLite locks: one for the data folder, and one for a database in another place. */
export function lockFilesOf({ dataDir, databaseFile }: Pick<Config, 'dataDir' | 'databaseFile'>): string[] {
  const files = [join(dataDir, 'kerblight.lock')]
  if (databaseFile !== ':memory:') files.push(join(dirname(databaseFile), `${parse(databaseFile).name}.lock`))
  return [...new Set(files)]
}
