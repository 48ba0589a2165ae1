import * as z from 'zod'
import { listQuery, listSorts } from './api/list-query.ts'
import {
  emailInAnyCase,
  isoTime,
  oneOf,
  requiredText,
  text,
  deleted,
  idParams,
  inserted,
  modified,
} from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'
import { oneClickInput } from './one-click.ts'

/** Number of days that a subscription's confirmation link is valid. */
export const CONFIRMATION_DAYS = 7

const newsletterInput = z.object({ email: emailInAnyCase })
const newsletterParams = z.object({
  token: z.string('Use the full link from the newsletter.').regex(/^[\w-]{10,64}$/),
})

const subscriberCount = z.object({
  /** Number of email addresses that receive newsletters. */
  confirmed: z.number().int(),
  /** Number of email addresses that have not confirmed yet. */
  waiting: z.number().int(),
})

const SUBJECT_LENGTH = 150
const TEXT_LENGTH = 20_000
const oneLine = /^[^\r\n\t]*$/

/** A newsletter draft, which may be incomplete. */
export const issueDraft = z.object({
  subject: text(SUBJECT_LENGTH).regex(oneLine, 'Use one line.'),
  /** Plain text with simple markup: `# heading`, `- item`, `**bold**`, `[link](https://…)`. */
  text: text(TEXT_LENGTH),
})

/** A complete newsletter, ready to be sent. */
export const wholeIssue = z.object({
  subject: requiredText(SUBJECT_LENGTH, 'Enter a subject.').regex(oneLine, 'Use one line.'),
  text: requiredText(TEXT_LENGTH, 'Write the newsletter first.'),
})

export const issueStates = ['draft', 'sending', 'stopped', 'sent'] as const

export const issueSummary = z.object({
  _id: z.string(),
  subject: z.string(),
  state: z.enum(issueStates),
  version: z.number().int(),
  changedAt: isoTime,
  /** The time when sending started, and the time when the last email was processed. */
  startedAt: isoTime.nullable(),
  finishedAt: isoTime.nullable(),
  /**
   * Number of subscribers when the newsletter was sent. Subscribers who leave while it is being sent no
   * longer receive it.
   */
  recipients: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
})

const issue = issueSummary.extend({
  text: z.string(),
  /**
   * Number of subscribers who have not received the newsletter yet, without those who have unsubscribed.
   * It is 0 unless sending is in progress or stopped.
   */
  remaining: z.number().int(),
})

/** The newsletter as a subscriber will receive it. */
const issuePreview = z.object({
  from: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})

export type Issue = z.infer<typeof issue>
/** `newest` means most recently changed. */
export const issueSorts = listSorts('subject', 'state')

const issueFilters = {
  /**
   * Search terms. Each must match the subject or the state, or be the start of the timestamp of the last
   * change.
   */
  q: text(200).optional(),
}

const issuesQuery = listQuery({
  sort: oneOf(issueSorts).default('newest'),
  ...issueFilters,
  state: oneOf(issueStates).optional(),
})

const issuesCountQuery = z.object(issueFilters)

const issuesCount = z.record(z.enum(issueStates), z.number().int())

export type IssueSort = (typeof issueSorts)[number]
export type IssueSummary = z.infer<typeof issueSummary>
export type IssueState = Issue['state']
export type IssueDraft = z.infer<typeof issueDraft>

const ok = z.object({ acknowledged: z.literal(true) })

export const newsletterEndpoints = {
  subscribe: {
    summary: 'Request a newsletter subscription; the address’s owner receives a confirmation email',
    who: 'anyone',
    body: newsletterInput,
    output: ok,
    limit: 'U',
    limitedByNetwork: true,
  },
  confirmSubscription: {
    summary: 'Confirm a subscription with the token from the email',
    who: 'anyone',
    params: newsletterParams,
    output: modified,
    problems: ['not-found'],
    limit: 'N',
  },
  unsubscribe: {
    summary: 'Unsubscribe an email address from the newsletter',
    who: 'anyone',
    params: newsletterParams,
    output: deleted,
    limit: 'N',
  },
  unsubscribeInOneClick: {
    summary:
      'Unsubscribe with one click in an email program (RFC 8058); also at PUBLIC_URL/newsletter/{token}',
    who: 'anyone',
    params: newsletterParams,
    body: oneClickInput,
    form: true,
    output: deleted,
    limit: 'N',
  },
  countSubscribers: {
    summary: 'Count the newsletter’s confirmed and unconfirmed subscribers',
    who: 'admin',
    output: subscriberCount,
    limit: 'R1',
  },
  listIssues: {
    summary: 'List newsletter drafts and sent newsletters, most recently changed first',
    who: 'admin',
    query: issuesQuery,
    output: z.array(issueSummary),
    limit: 'R1',
  },
  countIssues: {
    summary: 'Count newsletters by state',
    who: 'admin',
    query: issuesCountQuery,
    output: issuesCount,
    limit: 'R1',
  },
  addIssue: {
    summary: 'Save a newsletter draft',
    who: 'admin',
    body: issueDraft,
    output: inserted,
    problems: ['key-reused'],
    limit: 'W1',
    idempotencyKey: true,
  },
  previewIssue: {
    summary: 'Preview a newsletter as subscribers would see it; nothing is saved or sent',
    who: 'admin',
    body: issueDraft,
    output: issuePreview,
    limit: 'R1',
  },
  testIssue: {
    summary: 'Email a newsletter to yourself',
    who: 'admin',
    body: wholeIssue,
    output: ok,
    limit: 'W2',
  },
  getIssue: {
    summary: 'Get a newsletter with its sending progress',
    who: 'admin',
    params: idParams,
    output: issue,
    problems: ['not-found'],
    limit: 'R1',
  },
  updateIssue: {
    summary: 'Edit a newsletter draft; If-Match must contain the version that you edited',
    who: 'admin',
    params: idParams,
    body: issueDraft,
    output: modified.extend({ version: z.number().int() }),
    problems: ['not-found', 'newsletter-sent', 'stale-copy'],
    limit: 'W1',
  },
  deleteIssue: {
    summary: 'Delete a newsletter draft',
    who: 'admin',
    params: idParams,
    output: deleted,
    problems: ['newsletter-sent'],
    limit: 'W1',
  },
  sendIssue: {
    summary:
      'Send a newsletter to all subscribers, or resume a stopped one; If-Match must contain the version that you read',
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
