import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dealLink } from '../../server/sale/deals/deal-link.ts'
import {
  acceptTime,
  buildSeller,
  getHandoverCode,
  getProposedTimes,
  proposeTimes,
  refund,
  reportProblem,
  sell,
  type Sale,
} from '../support/deals.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const DAY_MS = 86_400_000

let app: TestApp
let sale: Sale
beforeAll(async () => {
  app = await startTestApp()
  sale = await sell(app, { seller: await buildSeller(app) })
  await proposeTimes(app, sale)
  await acceptTime(app, sale)
})
afterAll(() => app.close())

function linkTo({ purchaseID }: Pick<Sale, 'purchaseID'>, side: 'buyer' | 'seller', daysAgo = 0): string {
  const signedAt = new Date(app.ctx.now().getTime() - daysAgo * DAY_MS)
  return dealLink(app.ctx.config, { purchaseId: purchaseID, side }, signedAt)
}

async function view(path: string) {
  const response = await fetch(app.url + path)
  return { status: response.status, headers: response.headers, page: await response.text() }
}

/** Returns a side’s newest email about a sale. */
async function newestMail(sold: Sale, side: 'buyer' | 'seller') {
  return app.ctx.db
    .selectFrom('mails')
    .select(['body', 'html'])
    .where('user_id', '=', sold[side].id)
    .where('body', 'like', `%/dashboard/deals/${sold.purchaseID}%`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

/** The agreed time as the emails and the page show it. */
function agreedTime(): string {
  const day = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const
  const at = new Date(getProposedTimes(app).seller)
  return `${at.toLocaleDateString('en-US', { ...day, timeZone: 'UTC' })}, 3:00 PM UTC`
}

describe('the read-only page of a deal', () => {
  it.each(['buyer', 'seller'] as const)('shows the %s the facts and the next step', async (side) => {
    const { status, page } = await view(linkTo(sale, side))
    expect(status).toBe(200)
    for (const fact of ['Handover agreed', agreedTime(), 'Next: the handover', 'The buyer paid.', '$24,900'])
      expect(page).toContain(fact)
    expect(page).toContain(side === 'buyer' ? 'Sam Seller' : 'Robin Vale')
    expect(page).toContain('href="tel:')
    expect(page.includes('Your payout')).toBe(side === 'seller')
    expect(page).not.toMatch(/<script|<form|undefined|null/)
  })

  it('never shows the handover code', async () => {
    const code = await getHandoverCode(app, sale)
    expect((await view(linkTo(sale, 'buyer'))).page).not.toContain(code)
  })

  it('is neither indexed, stored, nor passed on as a referrer', async () => {
    const { headers } = await view(linkTo(sale, 'buyer'))
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('works for 90 days', async () => {
    expect((await view(linkTo(sale, 'buyer', 89))).status).toBe(200)
    expect((await view(linkTo(sale, 'buyer', 90))).status).toBe(404)
  })

  it('rejects a link that was changed', async () => {
    const other = await sell(app, { seller: sale.seller })
    const link = linkTo(sale, 'buyer')
    const [expiry, mac] = link.split('.').slice(-2) as [string, string]
    const forged = [
      link.replace('.buyer.', '.seller.'),
      link.replace(sale.purchaseID, other.purchaseID),
      link.replace(expiry, String(Number(expiry) + 1)),
      link.replace(mac, `${mac.slice(0, -1)}${mac.endsWith('A') ? 'B' : 'A'}`),
      link.replace(`.${mac}`, ''),
      link.replace(mac, ''),
      '/deals/view/...',
    ]
    for (const path of forged) {
      const { status, page } = await view(path)
      expect(status, path).toBe(404)
      expect(page).toContain('This link doesn’t work')
      expect(page).not.toContain('Sam Seller')
    }
  })

  it('is rejected once the account is deleted', async () => {
    const ended = await sell(app, { seller: sale.seller })
    await refund(app, ended)
    const link = linkTo(ended, 'buyer')
    expect((await view(link)).page).toContain('Refunded')
    await app.ctx.db
      .updateTable('users')
      .set({ deleted_at: app.ctx.now().toISOString() })
      .where('id', '=', ended.buyer.id)
      .execute()
    expect((await view(link)).status).toBe(404)
    expect((await view(linkTo(ended, 'seller'))).status).toBe(200)
  })
})

describe('an email about a deal', () => {
  it('contains the facts, the next step, and a link that works, but no code', async () => {
    const { body, html } = await newestMail(sale, 'seller')
    const code = await getHandoverCode(app, sale)
    for (const text of [body, html!]) {
      for (const fact of [
        'Handover agreed',
        agreedTime(),
        'Robin Vale',
        'Phone',
        'Meeting place',
        'Meet Robin Vale',
      ])
        expect(text).toContain(fact)
      expect(text).not.toContain(code)
    }
    const path = /\/deals\/view\/\S+/.exec(body)![0]
    expect((await view(path)).status).toBe(200)
  })

  it('names the proposed times', async () => {
    const proposed = await sell(app, { seller: sale.seller })
    await proposeTimes(app, proposed)
    const { body } = await newestMail(proposed, 'buyer')
    expect(body).toContain(`Proposed times: ${agreedTime()}`)
    expect(body).toContain('Next step: Your turn. Sam Seller proposed a time. Accept it, or propose others.')
  })

  it('states that a reported problem is with our team', async () => {
    const reported = await sell(app, { seller: sale.seller })
    await reportProblem(app, reported)
    const { body } = await newestMail(reported, 'seller')
    expect(body).toContain('Status: Problem reported')
    expect(body).toContain('Next step: Our team’s turn.')
  })
})
