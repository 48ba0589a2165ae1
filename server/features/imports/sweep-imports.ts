import type { Context } from '../../context.ts'
import { dropImport } from './drop-imports.ts'
import { removeStrayFiles } from './import-files.ts'
import { findOverImport, listUnreadImports } from './import.repository.ts'

/** Removes imports that are older, and files that no import needs. */
export async function sweepImports(ctx: Pick<Context, 'db' | 'config'>, before: Date): Promise<void> {
  for (let id = await findOverImport(ctx.db, before); id; id = await findOverImport(ctx.db, before))
    await dropImport(ctx, id)
  await removeStrayFiles(ctx.config, await listUnreadImports(ctx.db))
}
