import type { userEndpoints } from '../../../contract/users.ts'
import { pageResponse } from '../../http/paging.ts'
import type { Handlers } from '../../http/handler.ts'
import { makeAdmin, revokeAdmin, unverifySeller, verifySeller } from './role.service.ts'
import { countUsers, listUsers } from './user-lists.repository.ts'
import { getMe, isAdmin, isSeller, refreshEmail, saveUser, updateMe } from './user.service.ts'
import { toWireMe, toWireUser } from './user.wire.ts'

export const userRoutes: Handlers<keyof typeof userEndpoints> = {
  saveUser: ({ ctx, identity, actor, body }) => saveUser(ctx, { identity, actor }, body),
  getMe: async ({ ctx, actor }) => toWireMe(await getMe(ctx, actor), ctx.config),
  updateMe: async ({ ctx, actor, body }) => toWireMe(await updateMe(ctx, actor, body), ctx.config),
  refreshEmail: async ({ ctx, identity }) => toWireMe(await refreshEmail(ctx, identity), ctx.config),
  isAdmin: ({ ctx, actor, params }) => isAdmin(ctx, actor, params.email),
  isSeller: ({ ctx, actor, params }) => isSeller(ctx, actor, params.email),
  listUsers: async ({ ctx, query, req }) =>
    pageResponse(await listUsers(ctx, query), req, (user) => toWireUser(user, ctx.config)),
  listBuyers: async ({ ctx, query, req }) =>
    pageResponse(await listUsers(ctx, { ...query, account: 'buyer' }), req, (user) =>
      toWireUser(user, ctx.config),
    ),
  listSellers: async ({ ctx, query, req }) =>
    pageResponse(await listUsers(ctx, { ...query, account: 'seller' }), req, (user) =>
      toWireUser(user, ctx.config),
    ),
  countUsers: ({ ctx, query }) => countUsers(ctx, query),
  verifySeller: ({ ctx, actor, params }) => verifySeller(ctx, actor, params.id),
  unverifySeller: ({ ctx, actor, params }) => unverifySeller(ctx, actor, params.id),
  makeAdmin: ({ ctx, actor, params }) => makeAdmin(ctx, actor, params.id),
  revokeAdmin: ({ ctx, actor, params }) => revokeAdmin(ctx, actor, params.id),
}
