import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { deleted, idParams, inserted, modified } from '../fields.ts'
import * as newsletter from '../newsletter.ts'
import type { EndpointName } from '../paths.ts'

const ok = z.object({ acknowledged: z.literal(true) })

export const newsletterEndpoints = {
  subscribe: {
    summary: 'Ask the owner of an address to confirm a newsletter subscription',
    who: 'anyone',
    body: newsletter.newsletterInput,
    output: ok,
    limit: 'U',
    limitedByNetwork: true,
  },
  confirmSubscription: {
    summary: 'Confirm a subscription with the token from the email',
    who: 'anyone',
    params: newsletter.newsletterParams,
    output: modified,
    problems: ['not-found'],
    limit: 'N',
  },
  unsubscribe: {
    summary: 'Unsubscribe an address from the newsletter',
    who: 'anyone',
    params: newsletter.newsletterParams,
    output: deleted,
    limit: 'N',
  },
  unsubscribeInOneClick: {
    summary:
      'Unsubscribe with one click in an email program (RFC 8058); also at PUBLIC_URL/newsletter/{token}',
    who: 'anyone',
    params: newsletter.newsletterParams,
    body: newsletter.oneClickInput,
    form: true,
    output: deleted,
    limit: 'N',
  },
  countSubscribers: {
    summary: 'Count the newsletter’s subscribers, confirmed and not',
    who: 'admin',
    output: newsletter.subscriberCount,
    limit: 'R1',
  },
  listIssues: {
    summary: 'List newsletter drafts and sent newsletters, last changed first',
    who: 'admin',
    query: newsletter.issuesQuery,
    output: z.array(newsletter.issueSummary),
    limit: 'R1',
  },
  countIssues: {
    summary: 'Count newsletters by their state',
    who: 'admin',
    query: newsletter.issuesCountQuery,
    output: newsletter.issuesCount,
    limit: 'R1',
  },
  addIssue: {
    summary: 'Save a newsletter draft',
    who: 'admin',
    body: newsletter.issueDraft,
    output: inserted,
    problems: ['key-reused'],
    limit: 'W1',
    idempotencyKey: true,
  },
  previewIssue: {
    summary: 'Preview a newsletter as subscribers would get it; nothing is saved or sent',
    who: 'admin',
    body: newsletter.issueDraft,
    output: newsletter.issuePreview,
    limit: 'R1',
  },
  testIssue: {
    summary: 'Email a newsletter to yourself',
    who: 'admin',
    body: newsletter.wholeIssue,
    output: ok,
    limit: 'W2',
  },
  getIssue: {
    summary: 'Get a newsletter and how much of it is sent',
    who: 'admin',
    params: idParams,
    output: newsletter.issue,
    problems: ['not-found'],
    limit: 'R1',
  },
  updateIssue: {
    summary: 'Edit a draft; If-Match names the version you edited',
    who: 'admin',
    params: idParams,
    body: newsletter.issueDraft,
    output: modified.extend({ version: z.number().int() }),
    problems: ['not-found', 'newsletter-sent', 'stale-copy'],
    limit: 'W1',
  },
  deleteIssue: {
    summary: 'Delete a draft',
    who: 'admin',
    params: idParams,
    output: deleted,
    problems: ['newsletter-sent'],
    limit: 'W1',
  },
  sendIssue: {
    summary: 'Send a draft to all subscribers, or resume a stopped one; If-Match names the version you read',
    who: 'admin',
    params: idParams,
    output: ok.extend({ recipients: z.number().int() }),
    problems: ['not-found', 'newsletter-sent', 'no-subscribers', 'address-missing', 'stale-copy'],
    limit: 'W2',
  },
  stopIssue: {
    summary: 'Stop a newsletter that is being sent; sent emails can’t be recalled',
    who: 'admin',
    params: idParams,
    output: modified,
    problems: ['not-found'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
