import type { Context } from '../../context.ts'
import { removeImportFile } from './import-files.ts'
import { deleteRows } from './import-rows.repository.ts'
import { deleteImport, listSellerImports, moveImport } from './import.repository.ts'

/** Stops and deletes an import, but does not revert rows that were already imported. */
export async function dropImport({ db, config }: Pick<Context, 'db' | 'config'>, id: string): Promise<void> {
  await moveImport(db, id, ['reading', 'ready', 'applying'], 'failed')
  await deleteRows(db, id)
  await deleteImport(db, id)
  await removeImportFile(config, id)
}

export async function dropUserImports(ctx: Pick<Context, 'db' | 'config'>, userId: string): Promise<void> {
  const all = ['reading', 'ready', 'applying', 'applied', 'failed'] as const
  for (const id of await listSellerImports(ctx.db, userId, all)) await dropImport(ctx, id)
}
