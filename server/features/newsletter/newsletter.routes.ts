import type { Handlers } from '../../http/handler.ts'
import { subscribe, unsubscribe } from './newsletter.service.ts'

export const newsletterRoutes: Handlers<'subscribe' | 'unsubscribe'> = {
  subscribe: ({ ctx, body }) => subscribe(ctx, body.email),
  unsubscribe: ({ ctx, params }) => unsubscribe(ctx, params.token),
}
