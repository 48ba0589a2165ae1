import type { Handlers } from '../../http/handler.ts'
import { confirmSubscription, subscribe, unsubscribe } from './subscriber.service.ts'

export const newsletterRoutes: Handlers<
  'subscribe' | 'confirmSubscription' | 'unsubscribe' | 'unsubscribeInOneClick'
> = {
  subscribe: ({ ctx, body }) => subscribe(ctx, body.email),
  confirmSubscription: ({ ctx, params }) => confirmSubscription(ctx, params.token),
  unsubscribe: ({ ctx, params }) => unsubscribe(ctx, params.token),
  unsubscribeInOneClick: ({ ctx, params }) => unsubscribe(ctx, params.token),
}
