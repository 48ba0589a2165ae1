import {
  dealTransitions,
  isBeforeHandover,
  problemReasonLabels,
  type DealState,
  type DealTransition,
} from '../../../contract/deal-life.ts'
import { MAX_HANDOVER_DAYS } from '../../../contract/deals.ts'
import { pagePath } from '../../../contract/pages.ts'
import { formatMoney } from '../../../contract/money.ts'
import { createFieldProblem, ProblemError } from '../../../contract/api/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { notify } from '../../core/messages/notify.ts'
import { listAdminIds } from '../../core/users/user.repository.ts'
import type { Call } from '../../http/handler.ts'
import { getReachable, type RowEndpoint } from '../../http/row-access.ts'
import {
  updateDeal,
  clearCodeAttempts,
  countCodeAttempt,
  insertDealEvent,
  moveDeal,
  type Deal,
} from '../../sale/records/deal.repository.ts'
import { isHandoverCode } from '../../sale/deals/handover-code.ts'
import { notifySide } from '../../sale/deals/notify-side.ts'
import { insertDealProblem } from '../../sale/records/deal-problem.repository.ts'
import { startPayout } from '../../sale/payouts/release-payout.ts'
import { findDetailedDeal, type DetailedDeal } from './deal-list.repository.ts'
import { getSaleRole } from '../../sale/deals/sale-role.ts'

const DAY_MS = 86_400_000

/**
 * Finds a deal that the actor may access as its buyer or seller or, if the contract allows it, as an admin.
 */
export async function getDealFor(
  { db }: Pick<Context, 'db'>,
  endpoint: RowEndpoint,
  actor: Actor,
  purchaseId: string,
): Promise<DetailedDeal> {
  const deal = await findDetailedDeal(db, purchaseId)
  return getReachable(endpoint, actor, deal, ({ buyerId, sellerId }) =>
    actor.id === sellerId ? sellerId : buyerId,
  )
}

/**
 * Proposes times for the handover, or accepts a time that the other side proposed. The transaction reads the
 * deal itself, so that concurrent proposals do not overwrite each other.
 */
export async function setHandover({ ctx, actor, params, body }: Call<'setHandover'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const deal = await getDealFor({ db: trx }, 'setHandover', actor, params.purchaseID)
    const side = getDealRole(deal, actor)
    const changed =
      body.accept === undefined
        ? await propose(trx, ctx, deal, side, { times: body.times ?? [], place: body.place })
        : await accept(trx, ctx, deal, side, body.accept)
    return { acknowledged: true as const, modifiedCount: 1, state: changed.state }
  })
}

async function propose(
  trx: Db,
  ctx: Context,
  deal: DetailedDeal,
  side: 'buyer' | 'seller',
  { times, place = deal.place }: { times: string[]; place?: string | undefined },
): Promise<Deal> {
  const now = ctx.now()
  const proposed = times.map((time, index) => checkTime(time, `times.${index}`, now))
  const proposal = { by: side, times: proposed, at: now.toISOString() }
  const change = { proposals: [...deal.proposals, proposal].slice(-20), place }
  const changed = await updateDeal(trx, deal.purchaseId, dealTransitions.agree.from, change)
  if (!changed) throw new ProblemError('deal-state')
  const options = proposed.length === 1 ? 'a time' : 'two times'
  await record(trx, ctx, deal, side, `The ${side} proposed ${options} for the handover.`)
  await notifyOtherSide(trx, ctx, deal, side, {
    subject: `Handover proposed: ${deal.carName}`,
    body: `${formatDealSideName(deal, side)} proposed ${options} for the handover of the ${deal.carName}. Accept one, or propose others.`,
  })
  return changed
}

async function accept(
  trx: Db,
  ctx: Context,
  deal: DetailedDeal,
  side: 'buyer' | 'seller',
  time: string,
): Promise<Deal> {
  const handoverAt = checkTime(time, 'accept', ctx.now())
  const theirs = deal.proposals.findLast(({ by }) => by !== side)
  if (!theirs?.times.includes(handoverAt))
    throw createFieldProblem('accept', 'Choose one of the times that the other side proposed last.')
  if (deal.state === 'handover-agreed' && deal.handoverAt === handoverAt) return deal
  const releaseAt = new Date(Date.parse(handoverAt) + ctx.config.releaseDays * DAY_MS).toISOString()
  const change = { handoverAt, releaseAt }
  const moved = await takeStep(trx, deal, 'agree', change)
  await record(trx, ctx, deal, side, `The ${side} accepted the time for the handover.`)
  await notifyOtherSide(trx, ctx, deal, side, {
    subject: `Handover agreed: ${deal.carName}`,
    body: `${formatDealSideName(deal, side)} accepted your time for the handover of the ${deal.carName}.`,
  })
  return moved
}

/** Normalizes a time to UTC. @throws ProblemError 400 if it is past or too far ahead */
function checkTime(time: string, path: string, now: Date): string {
  const parsed = new Date(time)
  if (parsed <= now) throw createFieldProblem(path, 'Choose a time in the future.')
  if (parsed.getTime() > now.getTime() + MAX_HANDOVER_DAYS * DAY_MS)
    throw createFieldProblem(path, `Choose a time within ${MAX_HANDOVER_DAYS} days.`)
  return parsed.toISOString()
}

/**
 * Confirms the handover with the code that the buyer shows. Wrong codes are counted before they are compared,
 * so concurrent guesses count as well.
 */
export async function enterHandoverCode({ ctx, actor, params, body }: Call<'enterHandoverCode'>) {
  const deal = await getDealFor(ctx, 'enterHandoverCode', actor, params.purchaseID)
  if (deal.sellerId !== actor.id) throw new ProblemError('not-found')
  if (isConfirmed(deal)) return confirmed(ctx, deal)
  if (!isBeforeHandover(deal)) throw new ProblemError('deal-state')
  const blockedUntil = await ctx.db
    .transaction()
    .execute((trx) => countCodeAttempt(trx, deal.purchaseId, ctx.now()))
  if (blockedUntil !== null) throw codesBlocked(blockedUntil, ctx.now())
  if (!isHandoverCode(ctx.config, deal, body.code)) throw new ProblemError('code-incorrect')
  await ctx.db.transaction().execute(async (trx) => {
    await clearCodeAttempts(trx, deal.purchaseId)
    await confirmHandover(trx, ctx, deal, 'seller')
  })
  return confirmed(ctx, deal)
}

function codesBlocked(until: string, now: Date): ProblemError {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 1000))
  return new ProblemError('too-many-requests', {
    detail:
      'Five codes were wrong. Try again in an hour, or ask the buyer to confirm that they have the car.',
    facts: { blockedUntil: until },
    headers: { 'Retry-After': String(seconds) },
  })
}

/** Confirms the handover on behalf of the buyer. */
export async function confirmReceived({ ctx, actor, params }: Call<'confirmReceived'>) {
  const deal = await getDealFor(ctx, 'confirmReceived', actor, params.purchaseID)
  if (deal.buyerId !== actor.id) throw new ProblemError('not-found')
  if (isConfirmed(deal)) return confirmed(ctx, deal)
  await ctx.db.transaction().execute((trx) => confirmHandover(trx, ctx, deal, 'buyer'))
  return confirmed(ctx, deal)
}

function isConfirmed({ state }: DetailedDeal): boolean {
  return state === 'handed-over' || isPaidOut({ state })
}

async function confirmHandover(
  trx: Db,
  ctx: Context,
  deal: DetailedDeal,
  side: 'buyer' | 'seller',
): Promise<void> {
  const confirmedBy = side === 'buyer' ? ('buyer' as const) : ('code' as const)
  const change = { confirmedAt: ctx.now().toISOString(), confirmedBy, releaseAt: null }
  await takeStep(trx, deal, side === 'buyer' ? 'confirmReceived' : 'enterCode', change)
  const text =
    side === 'buyer' ? 'The buyer confirmed that they have the car.' : 'The seller entered the buyer’s code.'
  await record(trx, ctx, deal, side, text)
  await notifyOtherSide(trx, ctx, deal, side, {
    subject: `Handed over: ${deal.carName}`,
    body:
      side === 'buyer'
        ? `${deal.buyerName} confirmed that they have the ${deal.carName}. We’re sending your payout.`
        : `${deal.sellerName} entered your code for the ${deal.carName}. If you don’t have the car and the keys, report a problem right away.`,
  })
}

async function confirmed(ctx: Context, { purchaseId }: DetailedDeal) {
  await startPayout(ctx, purchaseId)
  const { state } = (await findDetailedDeal(ctx.db, purchaseId))!
  return { acknowledged: true as const, modifiedCount: 1, state }
}

/** Opens a case for the admins, which pauses the release of the money. */
export async function reportDealProblem({ ctx, actor, params, body }: Call<'reportDealProblem'>) {
  const deal = await getDealFor(ctx, 'reportDealProblem', actor, params.purchaseID)
  const side = getDealRole(deal, actor)
  const { state } = await ctx.db.transaction().execute(async (trx) => {
    const moved = await takeStep(trx, deal, 'reportProblem', {})
    await insertDealProblem(trx, deal.purchaseId, { side, ...body }, ctx.now())
    const label = problemReasonLabels[body.reason]
    await record(trx, ctx, deal, side, `The ${side} reported a problem: ${label}.`)
    await notifyOtherSide(trx, ctx, deal, side, {
      subject: `Problem reported: ${deal.carName}`,
      body: `${formatDealSideName(deal, side)} reported a problem with the ${deal.carName}: ${label}. ${isPaidOut(deal) ? '' : 'The money stays with us until our team has decided. '}We’ll contact you.`,
    })
    const link = pagePath('deal', { id: deal.purchaseId })
    for (const userId of await listAdminIds(trx))
      await notify(trx, ctx, {
        userId,
        kind: 'deal',
        subject: `Problem to decide: ${deal.carName}, ${formatMoney(deal.amount)}`,
        body: `The ${side} reported: ${label}. ${body.text}`,
        link,
        carId: deal.carId,
      })
    return moved
  })
  return { acknowledged: true as const, modifiedCount: 1, state }
}

export function isPaidOut({ state }: { state: DealState | null }): boolean {
  return state === 'released' || state === 'closed'
}

/**
 * Performs a transition of a deal.
 * @throws ProblemError `deal-state` if the deal's state does not allow the transition
 */
export async function takeStep(
  trx: Db,
  { purchaseId }: Pick<Deal, 'purchaseId'>,
  transition: DealTransition,
  change: Parameters<typeof moveDeal>[3],
): Promise<Deal> {
  const moved = await moveDeal(trx, purchaseId, transition, change)
  if (!moved) throw new ProblemError('deal-state')
  return moved
}

export function getDealRole(deal: DetailedDeal, actor: Actor): 'buyer' | 'seller' {
  return getSaleRole(deal, actor) === 'seller' ? 'seller' : 'buyer'
}

export function formatDealSideName(deal: DetailedDeal, side: 'buyer' | 'seller'): string {
  return side === 'buyer' ? deal.buyerName : deal.sellerName
}

export function record(
  trx: Db,
  ctx: Context,
  deal: DetailedDeal,
  side: 'buyer' | 'seller',
  text: string,
): Promise<void> {
  const actorId = side === 'buyer' ? deal.buyerId : deal.sellerId
  return insertDealEvent(trx, deal.purchaseId, { side, actorId, text }, ctx.now())
}

/** Notifies the other side of an action. */
export function notifyOtherSide(
  trx: Db,
  ctx: Context,
  deal: DetailedDeal,
  side: 'buyer' | 'seller',
  notice: { subject: string; body: string },
): Promise<void> {
  const other = side === 'buyer' ? 'seller' : 'buyer'
  return notifySide(trx, ctx, { purchaseId: deal.purchaseId, side: other }, notice)
}
