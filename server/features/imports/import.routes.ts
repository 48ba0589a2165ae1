import type { importEndpoints } from '../../../contract/imports.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import { countImports, countImportRows, listImports } from './import-list.repository.ts'
import {
  addImport,
  applyImport,
  discardImport,
  getOwnImport,
  readFigures,
  setImportColumns,
} from './import.service.ts'
import { toWireImport, toWireRow, toWireStarted, toWireSummary } from './import.wire.ts'
import { listPictureHosts } from './photo-hosts.repository.ts'
import { setPictureHosts } from './photo-hosts.service.ts'
import { getImportRejects } from './rejects.service.ts'
import { setImportAnswers } from './set-import-answers.service.ts'
import { setImportValues } from './set-import-values.service.ts'
import { listImportRows } from './shown-rows.service.ts'

export const importRoutes: Handlers<keyof typeof importEndpoints> = {
  listImports: async ({ ctx, actor, query, req }) => {
    const page = await listImports(ctx, { ...query, userId: actor.id })
    const counts = await countImportRows(
      ctx.db,
      page.items.map(({ id }) => id),
    )
    return pageResponse(page, req, (job) => toWireSummary(job, counts.get(job.id)!))
  },
  countImports: ({ ctx, actor, query }) => countImports(ctx, { ...query, userId: actor.id }),
  listPictureHosts: async ({ ctx, actor }) => ({ hosts: await listPictureHosts(ctx.db, actor.id) }),
  setPictureHosts,
  addImport: async (call) => toWireStarted(await addImport(call)),
  getImport: async ({ ctx, actor, params }) => {
    const job = await getOwnImport(ctx.db, 'getImport', actor, params.id)
    return toWireImport(job, await readFigures(ctx, job))
  },
  deleteImport: async (call) => ({ acknowledged: true, deletedCount: await discardImport(call) }),
  setImportColumns,
  setImportValues,
  setImportAnswers,
  listImportRows: async (call) => pageResponse(await listImportRows(call), call.req, toWireRow),
  applyImport,
  getImportRejects,
}
