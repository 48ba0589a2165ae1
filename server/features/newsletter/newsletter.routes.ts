import type { Handlers } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import { listIssues } from './issue.repository.ts'
import {
  addIssue,
  deleteIssue,
  getIssue,
  previewIssue,
  sendIssue,
  stopIssue,
  testIssue,
  updateIssue,
} from './issue.service.ts'
import { confirmSubscription, countSubscribers, subscribe, unsubscribe } from './subscriber.service.ts'

export const newsletterRoutes: Handlers<
  | 'subscribe'
  | 'confirmSubscription'
  | 'unsubscribe'
  | 'unsubscribeInOneClick'
  | 'countSubscribers'
  | 'listIssues'
  | 'addIssue'
  | 'previewIssue'
  | 'testIssue'
  | 'getIssue'
  | 'updateIssue'
  | 'deleteIssue'
  | 'sendIssue'
  | 'stopIssue'
> = {
  subscribe: ({ ctx, body }) => subscribe(ctx, body.email),
  confirmSubscription: ({ ctx, params }) => confirmSubscription(ctx, params.token),
  unsubscribe: ({ ctx, params }) => unsubscribe(ctx, params.token),
  unsubscribeInOneClick: ({ ctx, params }) => unsubscribe(ctx, params.token),
  countSubscribers: ({ ctx }) => countSubscribers(ctx),
  listIssues: async ({ ctx, query, req }) => pageAnswer(await listIssues(ctx.db, query), req),
  addIssue,
  previewIssue,
  testIssue,
  getIssue,
  updateIssue,
  deleteIssue,
  sendIssue,
  stopIssue,
}
