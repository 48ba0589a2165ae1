import type { importEndpoints } from '../../../contract/endpoints/imports.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import { listRows } from './import-rows.repository.ts'
import { addImport, applyImport, getOwnImport, readFigures, setImportColumns } from './import.service.ts'
import { toWireImport, toWireRow, toWireStarted } from './import.wire.ts'
import { getImportRejects } from './rejects.service.ts'

export const importRoutes: Handlers<keyof typeof importEndpoints> = {
  addImport: async (call) => toWireStarted(await addImport(call)),
  getImport: async ({ ctx, actor, params }) => {
    const job = await getOwnImport(ctx.db, 'getImport', actor, params.id)
    return toWireImport(job, await readFigures(ctx, job))
  },
  setImportColumns,
  listImportRows: async ({ ctx, actor, params, query, req }) => {
    const { id } = await getOwnImport(ctx.db, 'listImportRows', actor, params.id)
    return pageAnswer(await listRows(ctx.db, id, query), req, toWireRow)
  },
  applyImport,
  getImportRejects,
}
