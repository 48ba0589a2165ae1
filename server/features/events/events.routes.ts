import type { Handlers } from '../../http/handler.ts'

export const eventRoutes: Handlers<'streamEvents'> = {
  streamEvents: ({ ctx, actor, query }) => ctx.events.admit(actor, query.since),
}
