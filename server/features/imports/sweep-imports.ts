import type { Context } from '../../context.ts'
import { dropImport } from './drop-imports.ts'
import { removeStrayFiles } from './import-files.ts'
import { findExpiredImport, listUnreadImports } from './import.repository.ts'

/**
 * Removes imports from before the given time, and files that no import needs.
 * @returns the number of removed imports
 */
export async function sweepImports(ctx: Pick<Context, 'db' | 'config'>, before: Date): Promise<number> {
  let removed = 0
  for (let id = await findExpiredImport(ctx.db, before); id; id = await findExpiredImport(ctx.db, before)) {
    await dropImport(ctx, id)
    removed += 1
  }
  await removeStrayFiles(ctx.config, await listUnreadImports(ctx.db))
  return removed
}
