import type { newsletterEndpoints } from '../../../contract/newsletter.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import { countIssues, listIssues } from './issue-list.repository.ts'
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
import { toWireIssueSummary } from './issue.wire.ts'
import { confirmSubscription, countSubscribers, subscribe, unsubscribe } from './subscriber.service.ts'

export const newsletterRoutes: Handlers<keyof typeof newsletterEndpoints> = {
  subscribe: ({ ctx, body }) => subscribe(ctx, body.email),
  confirmSubscription: ({ ctx, params }) => confirmSubscription(ctx, params.token),
  unsubscribe: ({ ctx, params }) => unsubscribe(ctx, params.token),
  unsubscribeInOneClick: ({ ctx, params }) => unsubscribe(ctx, params.token),
  countSubscribers: ({ ctx }) => countSubscribers(ctx),
  listIssues: async ({ ctx, query, req }) =>
    pageResponse(await listIssues(ctx, query), req, toWireIssueSummary),
  countIssues: ({ ctx, query }) => countIssues(ctx, query),
  addIssue,
  previewIssue,
  testIssue,
  getIssue,
  updateIssue,
  deleteIssue,
  sendIssue,
  stopIssue,
}
