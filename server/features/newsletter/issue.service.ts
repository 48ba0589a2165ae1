import { formatCount } from '../../../contract/number-format.ts'
import { wholeIssue } from '../../../contract/newsletter.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { getMailSender } from '../../gateways/mail/mail-gateway.ts'
import type { Call } from '../../http/handler.ts'
import { readIfMatch } from '../../http/entity-tags.ts'
import { parsePart } from '../../http/validate.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { countWaitingMails, insertMail } from '../../core/messages/email.repository.ts'
import { endOthersUndos, offerUndo } from '../undo/undo.repository.ts'
import { composeIssue, lacksAddress, NO_SUBSCRIBER } from './issue-mail.ts'
import { findIssue, softDeleteDraft, insertIssue, updateDraft, type Issue } from './issue.repository.ts'
import { toWireIssue } from './issue.wire.ts'
import { moveIssue } from './sending.repository.ts'
import { countConfirmed } from './subscriber.repository.ts'

export async function addIssue({ ctx, actor, body, idempotency }: Call<'addIssue'>) {
  const insertedId = await insertIssue(ctx.db, actor.id, body, idempotency, ctx.now())
  return { acknowledged: true as const, insertedId }
}

export async function getIssue({ ctx, params }: Call<'getIssue'>) {
  const issue = await requireIssue(ctx.db, params.id)
  return toWireIssue(issue, await countRemaining(ctx.db, issue))
}

export function updateIssue({ ctx, params, body, req }: Call<'updateIssue'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const issue = await requireDraft(trx, params.id)
    checkVersion(issue, req.get('If-Match'))
    await updateDraft(trx, issue.id, issue.version, body, ctx.now())
    return { acknowledged: true as const, modifiedCount: 1, version: issue.version + 1 }
  })
}

export function deleteIssue({ ctx, actor, params }: Call<'deleteIssue'>) {
  const now = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    const { id } = params
    await endOthersUndos(trx, actor.id, id)
    if (!(await findIssue(trx, id))) return { acknowledged: true as const, deletedCount: 0 }
    if (!(await softDeleteDraft(trx, id, now))) throw new ProblemError('newsletter-sent')
    const undoId = await offerUndo(trx, { userId: actor.id, kind: 'newsletter', row: { id } }, now)
    return { acknowledged: true as const, deletedCount: 1, undoId }
  })
}

/** Returns the email exactly as a subscriber would get it. */
export function previewIssue({ ctx, body }: Call<'previewIssue'>) {
  const { subject, html, body: text } = composeIssue(body, ctx.config)(NO_SUBSCRIBER)
  return { from: getMailSender(ctx.config), subject, html, text }
}

/** Mails the issue to the admin only. Its unsubscribe link belongs to no subscriber. */
export async function testIssue({ ctx, actor, body }: Call<'testIssue'>) {
  const mail = composeIssue(body, ctx.config)(NO_SUBSCRIBER)
  const test = { ...mail, subject: `[Test] ${mail.subject}`, userId: actor.id, recipient: actor.email }
  await insertMail(ctx.db, test, ctx.now())
  return { acknowledged: true as const }
}

/**
 * Starts sending a draft, or resumes a stopped newsletter. `feed-outbox.ts` then adds the emails to the
 * outbox.
 * @returns the number of remaining recipients
 */
export function sendIssue({ ctx, actor, params, req }: Call<'sendIssue'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const issue = await requireIssue(trx, params.id)
    checkVersion(issue, req.get('If-Match'))
    const recipients =
      issue.state === 'stopped' ? await resume(trx, ctx, issue) : await begin(trx, ctx, issue)
    const action = issue.state === 'stopped' ? 'resume-newsletter' : 'send-newsletter'
    const detail = `To ${formatCount(recipients, 'subscriber')}`
    await insertAuditEntry(
      trx,
      actor,
      { action, target: issue.id, subject: issue.subject, detail },
      ctx.now(),
    )
    return { acknowledged: true as const, recipients }
  })
}

export function stopIssue({ ctx, actor, params }: Call<'stopIssue'>) {
  const now = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    const issue = await requireIssue(trx, params.id)
    const isStopped = await moveIssue(trx, issue.id, 'sending', 'stopped', {}, now)
    if (isStopped) {
      const entry = { action: 'stop-newsletter' as const, target: issue.id, subject: issue.subject }
      await insertAuditEntry(trx, actor, entry, now)
    }
    return { acknowledged: true as const, modifiedCount: isStopped ? 1 : 0 }
  })
}

async function begin(trx: Db, ctx: Context, issue: Issue): Promise<number> {
  if (issue.state !== 'draft') throw new ProblemError('newsletter-sent')
  parsePart(wholeIssue, issue)
  checkAddress(ctx)
  const now = ctx.now()
  const recipients = await countConfirmed(trx, now.toISOString())
  if (recipients === 0) throw new ProblemError('no-subscribers')
  await moveIssue(trx, issue.id, 'draft', 'sending', { startedAt: now.toISOString(), recipients }, now)
  return recipients
}

async function resume(trx: Db, ctx: Context, issue: Issue): Promise<number> {
  checkAddress(ctx)
  await moveIssue(trx, issue.id, 'stopped', 'sending', {}, ctx.now())
  return countRemaining(trx, issue)
}

/** Counts the recipients whose mail is not in the outbox yet, and the emails that wait there. */
async function countRemaining(db: Db, { id, state, startedAt, reached }: Issue): Promise<number> {
  if (startedAt === null || state === 'sent') return 0
  return (await countConfirmed(db, startedAt, reached)) + (await countWaitingMails(db, id))
}

function checkAddress({ config }: Context): void {
  if (lacksAddress(config)) throw new ProblemError('address-missing')
}

async function requireIssue(db: Db, id: string): Promise<Issue> {
  const issue = await findIssue(db, id)
  if (!issue) throw new ProblemError('not-found')
  return issue
}

async function requireDraft(db: Db, id: string): Promise<Issue> {
  const issue = await requireIssue(db, id)
  if (issue.state !== 'draft') throw new ProblemError('newsletter-sent')
  return issue
}

function checkVersion({ version }: Issue, header: string | undefined): void {
  const acceptedVersions = readIfMatch(header)
  if (acceptedVersions && !acceptedVersions.includes(version))
    throw new ProblemError('stale-copy', { facts: { version } })
}
