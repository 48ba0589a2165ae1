import * as z from 'zod'
import { arrangedQuery, sortsBy } from './arranged.ts'
import { emailInAnyCase, isoTime, oneOf, requiredText, text } from './fields.ts'

/** How long the link that confirms a subscription works. */
export const CONFIRMATION_DAYS = 7

export const newsletterInput = z.object({ email: emailInAnyCase })
export const newsletterParams = z.object({
  token: z.string('Use the full link from the newsletter.').regex(/^[\w-]{10,64}$/),
})

/** What a mail program posts for its reader (RFC 8058, section 3.1). */
export const oneClickInput = z.object({
  'List-Unsubscribe': z.literal('One-Click', 'Send One-Click here.'),
})

export const subscriberCount = z.object({
  /** Who gets newsletters. */
  confirmed: z.number().int(),
  /** Who was asked to confirm the address and has not answered yet. */
  waiting: z.number().int(),
})

const SUBJECT_LENGTH = 150
const TEXT_LENGTH = 20_000
const oneLine = /^[^\r\n\t]*$/

/** What an admin writes, so far. */
export const issueDraft = z.object({
  subject: text(SUBJECT_LENGTH).regex(oneLine, 'Use one line.'),
  /** Plain text with a few marks: `# heading`, `- item`, `**bold**`, `[link](https://…)`. */
  text: text(TEXT_LENGTH),
})

/** What can be sent. */
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
  /** When it was sent first, and when the last mail of it was over. */
  startedAt: isoTime.nullable(),
  finishedAt: isoTime.nullable(),
  /** How many subscribers there were when it was sent. Those who leave meanwhile get it no more. */
  recipients: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
})

/** One newsletter. */
export const issue = issueSummary.extend({
  text: z.string(),
  /** How many subscribers it still goes to, those who left not among them. 0 unless it is being sent or stopped. */
  remaining: z.number().int(),
})

/** As a subscriber gets it. */
export const issuePreview = z.object({
  from: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})

export type Issue = z.infer<typeof issue>
/** The newest is the one that was changed last. */
export const issueSorts = sortsBy('subject', 'state')

const issueFilters = {
  /** Words that are each in the subject or the state, or begin the moment of the last change. */
  q: text(200).optional(),
}

export const issuesQuery = arrangedQuery({
  sort: oneOf(issueSorts).default('newest'),
  ...issueFilters,
  state: oneOf(issueStates).optional(),
})

export const issuesCountQuery = z.object(issueFilters)

/** Number of newsletters found in each state. */
export const issuesCount = z.record(z.enum(issueStates), z.number().int())

export type IssueSort = (typeof issueSorts)[number]
export type IssueSummary = z.infer<typeof issueSummary>
export type IssueState = Issue['state']
export type IssueDraft = z.infer<typeof issueDraft>
