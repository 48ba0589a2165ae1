import type { eventEndpoints } from '../../../contract/events.ts'
import type { Handlers } from '../../http/handler.ts'

export const eventRoutes: Handlers<keyof typeof eventEndpoints> = {
  streamEvents: ({ ctx, actor, query }) => ctx.events.admit(actor, query.since),
  streamMarket: ({ ctx, req, query }) => ctx.events.admitStranger(req.ip ?? '', query.since),
}
