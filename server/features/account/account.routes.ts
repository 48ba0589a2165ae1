import type { accountEndpoints } from '../../../contract/account.ts'
import { ApiResponse, type Handlers } from '../../http/handler.ts'
import { deleteMe, deleteUser } from './deletion.service.ts'
import { exportUser } from './export.repository.ts'

export const accountRoutes: Handlers<keyof typeof accountEndpoints> = {
  deleteMe: ({ ctx, actor }) => deleteMe(ctx, actor),
  deleteUser: ({ ctx, actor, params }) => deleteUser(ctx, actor, params.id),
  exportMe: ({ ctx, actor }) => asDownload(exportUser(ctx, actor.id)),
}

function asDownload(output: AsyncIterable<string>): ApiResponse<AsyncIterable<string>> {
  return new ApiResponse(output, {
    headers: { 'Content-Disposition': 'attachment; filename="kerblight-export.json"' },
  })
}
