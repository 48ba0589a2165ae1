import type { RequestHandler } from 'express'
import { problemReasonLabels } from '../../contract/deal-life.ts'
import { describeNextStep } from '../../contract/deal-next-step.ts'
import { formatMoney } from '../../contract/money.ts'
import { pagePath, pages } from '../../contract/pages.ts'
import type { Context } from '../context.ts'
import { findRecipient } from '../core/messages/message.repository.ts'
import { findDetailedDeal, type DetailedDeal } from '../features/deals/deal-list.repository.ts'
import { html, phoneHtml, type Html } from '../http/html.ts'
import { plainPage, type PlainPage } from '../http/plain-page.ts'
import { listDealFacts, type Fact } from '../sale/deals/deal-facts.ts'
import { readDealToken } from '../sale/deals/deal-link.ts'
import { readProgress } from '../sale/deals/deal-progress.ts'
import { utcTimes } from '../sale/deals/utc-times.ts'
import { listDealProblems, type DealProblem } from '../sale/records/deal-problem.repository.ts'
import { listDealEvents, type DealEvent } from '../sale/records/deal.repository.ts'

/**
 * Serves a deal's read-only page to the holder of a link from an email. The page has no handover code and no
 * actions.
 */
export function dealView(ctx: Context): RequestHandler {
  return async (req, res) => {
    await ctx.limits.take('R0', { ip: req.ip ?? '', actor: null })
    const page = await makePage(ctx, String(req.params[0]))
    res.status(page ? 200 : 404).set({ 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
    const { headers, body } = page ?? rejectionPage()
    res.set(headers).send(body)
  }
}

type Side = 'buyer' | 'seller'

async function makePage(ctx: Context, token: string): Promise<PlainPage | null> {
  const link = readDealToken(ctx.config, token, ctx.now())
  const deal = link && (await findDetailedDeal(ctx.db, link.purchaseId))
  if (!deal) return null
  const userId = link.side === 'buyer' ? deal.buyerId : deal.sellerId
  const isDeleted = (await findRecipient(ctx.db, userId)) === null
  return isDeleted ? null : dealPage(ctx, deal, link.side)
}

async function dealPage(ctx: Context, deal: DetailedDeal, side: Side): Promise<PlainPage> {
  const { carName, purchaseId, place } = deal
  const progress = await readProgress(ctx.db, deal, side)
  const { title, text } = describeNextStep(progress, ctx.now().getTime(), utcTimes)
  const phone = side === 'buyer' ? deal.sellerContact : deal.buyerContact
  const facts = listDealFacts({ progress, place, phone })
  const problem = (await listDealProblems(ctx.db, purchaseId)).at(-1)
  const events = await listDealEvents(ctx.db, purchaseId)
  return plainPage(
    `Deal: ${carName}`,
    html`<h1>${carName}</h1>
      <p>Your deal with ${side === 'buyer' ? deal.sellerName : deal.buyerName}. Times are in UTC.</p>
      ${section(title, html`<p>${text}</p>`)} ${section('Handover', factList(facts))}
      ${section('Money', factList(listMoneyFacts(deal, progress)))}
      ${problem ? section('Problem', renderProblem(problem)) : null}
      ${events.length > 0 ? section('History', renderHistory(events)) : null}
      <p>
        You can’t change anything here. To propose a time, confirm the handover, or report a problem, turn on
        JavaScript and sign in.
      </p>
      <p><a class="button" href="${pagePath('deal', { id: purchaseId })}">Sign in and open the deal</a></p>`,
  )
}

function section(title: string, content: Html): Html {
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`
}

function factList(facts: readonly Fact[]): Html {
  return html`<dl>
    ${facts.map(
      ([label, value]) =>
        html`<dt>${label}</dt>
          <dd>${label === 'Phone' ? phoneHtml(value) : value}</dd>`,
    )}
  </dl>`
}

interface SellerShare {
  feeMinor?: number
  payoutMinor?: number
}

function listMoneyFacts(
  { amount, refundedAmount }: DetailedDeal,
  { feeMinor, payoutMinor }: SellerShare,
): Fact[] {
  return [
    ['Paid by the buyer', formatMoney(amount)],
    ...(refundedAmount > 0 ? [['Refunded', formatMoney(refundedAmount)] as const] : []),
    ...(feeMinor === undefined ? [] : [['Fee', formatMoney(feeMinor)] as const]),
    ...(payoutMinor === undefined ? [] : [['Your payout', formatMoney(payoutMinor)] as const]),
  ]
}

function renderProblem({ side, reason, text, openedAt, outcomeReason }: DealProblem): Html {
  return html`<p>${problemReasonLabels[reason]}</p>
    <p>${text}</p>
    <p>Reported by the ${side} on ${utcTimes.dayAndTime(openedAt)}.</p>
    ${outcomeReason ? html`<p>Decision: ${outcomeReason}</p>` : null}`
}

function renderHistory(events: readonly DealEvent[]): Html {
  return html`<ol>
    ${events.map(
      ({ at, text }) =>
        html`<li>
          <time datetime="${at}">${utcTimes.dayAndTime(at)}</time>
          ${text}
        </li>`,
    )}
  </ol>`
}

function rejectionPage(): PlainPage {
  return plainPage(
    'This link doesn’t work',
    html`<h1>This link doesn’t work</h1>
      <p>
        Links to a deal work for 90 days. The newest email about the deal may have a link that still works.
        You can also sign in, which needs JavaScript.
      </p>
      <p><a class="button" href="${pages.login.path}">Sign in</a></p>`,
  )
}
