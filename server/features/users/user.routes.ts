import { pageAnswer } from '../../http/paging.ts'
import { Answer, type Handlers } from '../../http/handler.ts'
import { deleteMe, deleteUser } from './deletion.service.ts'
import { exportUser } from './export.repository.ts'
import { makeAdmin, revokeAdmin, unverifySeller, verifySeller } from './role.service.ts'
import { listUsers } from './user.repository.ts'
import { getMe, isAdmin, isSeller, refreshEmail, saveUser, updateMe } from './user.service.ts'

export const userRoutes: Handlers<
  | 'saveUser'
  | 'getMe'
  | 'updateMe'
  | 'refreshEmail'
  | 'deleteMe'
  | 'exportMe'
  | 'isAdmin'
  | 'isSeller'
  | 'listUsers'
  | 'listBuyers'
  | 'listSellers'
  | 'deleteUser'
  | 'verifySeller'
  | 'unverifySeller'
  | 'makeAdmin'
  | 'revokeAdmin'
> = {
  saveUser: ({ ctx, identity, actor, body }) => saveUser(ctx, { identity, actor }, body),
  getMe: ({ ctx, actor }) => getMe(ctx, actor),
  updateMe: ({ ctx, actor, body }) => updateMe(ctx, actor, body),
  refreshEmail: ({ ctx, identity }) => refreshEmail(ctx, identity),
  deleteMe: ({ ctx, actor }) => deleteMe(ctx, actor),
  exportMe: async ({ ctx, actor }) => asDownload(await exportUser(ctx.db, actor.id)),
  isAdmin: ({ ctx, actor, params }) => isAdmin(ctx, actor, params.email),
  isSeller: ({ ctx, actor, params }) => isSeller(ctx, actor, params.email),
  listUsers: async ({ ctx, query, req }) => pageAnswer(await listUsers(ctx.db, query, { q: query.q }), req),
  listBuyers: async ({ ctx, query, req }) =>
    pageAnswer(await listUsers(ctx.db, query, { account: 'buyer' }), req),
  listSellers: async ({ ctx, query, req }) =>
    pageAnswer(await listUsers(ctx.db, query, { account: 'seller' }), req),
  deleteUser: ({ ctx, actor, params }) => deleteUser(ctx, actor, params.id),
  verifySeller: ({ ctx, actor, params }) => verifySeller(ctx, actor, params.id),
  unverifySeller: ({ ctx, actor, params }) => unverifySeller(ctx, actor, params.id),
  makeAdmin: ({ ctx, actor, params }) => makeAdmin(ctx, actor, params.id),
  revokeAdmin: ({ ctx, actor, params }) => revokeAdmin(ctx, actor, params.id),
}

function asDownload(output: Record<string, unknown>): Answer<Record<string, unknown>> {
  return new Answer(output, {
    headers: { 'Content-Disposition': 'attachment; filename="kerblight-export.json"' },
  })
}
