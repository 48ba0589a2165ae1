import type { Context } from '../../context.ts'
import { removeStrayFiles } from './import-files.ts'
import { listImportIds, purgeImports } from './import.repository.ts'

/** Removes imports that are older, and files that no import needs. */
export async function sweepImports(
  { db, config }: Pick<Context, 'db' | 'config'>,
  before: Date,
): Promise<void> {
  while (await purgeImports(db, before));
  await removeStrayFiles(config, await listImportIds(db))
}
