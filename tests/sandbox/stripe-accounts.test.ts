import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, openEndpoint, openStripeSetup, webhookSecret, type StripeSetup } from './stripe-setup.ts'

let setup: StripeSetup
let time = Date.parse('2031-05-01T10:00:00Z')

beforeAll(async () => {
  setup = await openStripeSetup({ now: () => time })
})

afterAll(() => setup[Symbol.asyncDispose]())

const seller: Stripe.V2.Core.AccountCreateParams = {
  contact_email: 'seller@example.com',
  display_name: 'Sam Seller',
  dashboard: 'express',
  identity: { country: 'us' },
  configuration: {
    recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
  },
  defaults: {
    currency: 'usd',
    responsibilities: { fees_collector: 'application', losses_collector: 'application' },
  },
  metadata: { userID: '7' },
}
const include: Stripe.V2.Core.AccountRetrieveParams.Include[] = ['configuration.recipient', 'requirements']
const onboarding = {
  type: 'account_onboarding',
  account_onboarding: {
    return_url: 'https://shop.example/payouts?back=1',
    refresh_url: 'https://shop.example/payouts?again=1',
  },
}

function transfersOf(account: Stripe.V2.Core.Account) {
  return account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
}

async function openLink(account: string): Promise<string> {
  const { url } = await setup.stripe.v2.core.accountLinks.create({ account, use_case: onboarding })
  return url
}

/** Opens a link as a browser does. Returns the URL of its session, or the URL that it leads to instead. */
async function follow(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '', url).href
}

function choose(session: string, outcome: string, origin = setup.sandbox.url): Promise<Response> {
  return fetch(`${session}/${outcome}`, { method: 'POST', headers: { Origin: origin } })
}

describe('an account', () => {
  it('starts restricted, with information that the seller has to enter', async () => {
    const account = await setup.stripe.v2.core.accounts.create({ ...seller, include })
    expect(account.id).toMatch(/^acct_\w{16}$/)
    expect(account).toMatchObject({ closed: false, livemode: false, metadata: { userID: '7' } })
    expect(transfersOf(account)).toEqual({
      status: 'restricted',
      status_details: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
    })
    expect(account.requirements?.entries?.every((entry) => entry.awaiting_action_from === 'user')).toBe(true)
  })

  it('has null for each part that a request does not include', async () => {
    const { id } = await setup.stripe.v2.core.accounts.create(seller)
    expect(await setup.stripe.v2.core.accounts.retrieve(id)).toMatchObject({
      configuration: null,
      defaults: null,
      future_requirements: null,
      identity: null,
      requirements: null,
    })
    expect(await setup.stripe.v2.core.accounts.retrieve(id, { include: ['identity'] })).toMatchObject({
      configuration: null,
      identity: { country: 'us' },
    })
  })

  it('is created once per idempotency key, even weeks later', async () => {
    const key = { idempotencyKey: 'payout-account-7' }
    const first = await setup.stripe.v2.core.accounts.create(seller, key)
    time += 20 * 24 * 60 * 60 * 1_000
    await setup.restart()
    expect((await setup.stripe.v2.core.accounts.create(seller, key)).id).toBe(first.id)
    await expect(
      setup.stripe.v2.core.accounts.create({ ...seller, display_name: 'Other' }, key),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  })

  it('is active immediately if its metadata requests it', async () => {
    const metadata = { sandbox_onboarding: 'complete' }
    const account = await setup.stripe.v2.core.accounts.create({ ...seller, metadata, include })
    expect(transfersOf(account)).toEqual({ status: 'active', status_details: [] })
    expect(account.requirements?.entries).toEqual([])
  })

  it('can be updated, and null removes a metadata key', async () => {
    const { id } = await setup.stripe.v2.core.accounts.create(seller)
    const updated = await setup.stripe.v2.core.accounts.update(id, {
      display_name: 'Sam S.',
      metadata: { userID: null, plan: 'a' },
    })
    expect(updated).toMatchObject({ display_name: 'Sam S.', contact_email: 'seller@example.com' })
    expect(updated.metadata).toEqual({ plan: 'a' })
  })

  it('can be closed only with all of its configurations, and then refuses changes', async () => {
    const { accounts } = setup.stripe.v2.core
    const { id } = await accounts.create(seller)
    await expect(accounts.close(id)).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
    expect(await accounts.close(id, { applied_configurations: ['recipient'] })).toMatchObject({
      closed: true,
    })
    await expect(accounts.update(id, { display_name: 'X' })).rejects.toMatchObject({ statusCode: 400 })
    expect(await accounts.retrieve(id)).toMatchObject({ closed: true })
  })

  it('appears in the list, which has pages and leaves out closed accounts', async () => {
    await using own = await openStripeSetup()
    const { accounts } = own.stripe.v2.core
    const ids: string[] = []
    for (let index = 0; index < 5; index++) ids.unshift((await accounts.create(seller)).id)
    await accounts.close(ids[0] ?? '', { applied_configurations: ['recipient'] })
    const listed = await accounts.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
    expect(listed.map(({ id }) => id)).toEqual(ids.slice(1))
    expect((await accounts.list({ closed: true })).data.map(({ id }) => id)).toEqual([ids[0]])
  })
})

describe('API v2', () => {
  it('responds with not_found for an unknown account', async () => {
    await expect(setup.stripe.v2.core.accounts.retrieve('acct_1none')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'not_found',
      statusCode: 404,
    })
  })

  it('names an unknown or invalid field', async () => {
    const { accounts, accountLinks } = setup.stripe.v2.core
    const unknown = { ...seller, identity: { country: 'us', planet: 'earth' } }
    await expect(accounts.create(unknown)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'invalid_fields',
      param: 'identity.planet',
    })
    const { id } = await accounts.create(seller)
    const script = { return_url: 'javascript:alert(1)', refresh_url: 'https://shop.example/' }
    await expect(
      accountLinks.create({ account: id, use_case: { ...onboarding, account_onboarding: script } }),
    ).rejects.toMatchObject({ code: 'invalid_fields', param: 'use_case.account_onboarding.return_url' })
  })

  it('requires a secret key, a version, and JSON', async () => {
    const publishable = connect(setup.sandbox, 'pk_test_any')
    await expect(publishable.v2.core.accounts.list()).rejects.toMatchObject({ statusCode: 401 })
    const send = (headers: Record<string, string>) =>
      fetch(`${setup.sandbox.url}/v2/core/accounts`, {
        method: 'POST',
        headers: { Authorization: 'Bearer sk_test_any', ...headers },
        body: 'contact_email=a',
      })
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await send(form)).status).toBe(400)
    expect(await (await send({ ...form, 'Stripe-Version': '2026-10-28.endive' })).json()).toMatchObject({
      error: { message: expect.stringContaining('application/json') as string },
    })
  })
})

describe('an account link', () => {
  it('expires after five minutes', async () => {
    const { id } = await setup.stripe.v2.core.accounts.create(seller)
    const link = await setup.stripe.v2.core.accountLinks.create({ account: id, use_case: onboarding })
    expect(link).toMatchObject({ object: 'v2.core.account_link', account: id, use_case: onboarding })
    expect(Date.parse(link.expires_at) - Date.parse(link.created)).toBe(5 * 60 * 1_000)
    time += 5 * 60 * 1_000
    expect(await follow(link.url)).toBe(onboarding.account_onboarding.refresh_url)
  })

  it('works once, while the page that it opens can be reloaded', async () => {
    const url = await openLink((await setup.stripe.v2.core.accounts.create(seller)).id)
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(405)
    const session = await follow(url)
    expect(await follow(url)).toBe(onboarding.account_onboarding.refresh_url)
    for (const response of [await fetch(session), await fetch(session)]) {
      expect(await response.text()).toContain('seller@example.com')
    }
  })

  it('shows an error page if it is unknown', async () => {
    for (const path of ['/setup/unknown', '/setup/session/unknown', '/setup/']) {
      const response = await fetch(setup.sandbox.url + path)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('This link isn’t valid')
    }
  })

  it('is not created for a closed account', async () => {
    const { id } = await setup.stripe.v2.core.accounts.create(seller)
    await setup.stripe.v2.core.accounts.close(id, { applied_configurations: ['recipient'] })
    await expect(openLink(id)).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
  })
})

describe('onboarding', () => {
  it.each([
    ['complete', 'active', undefined, []],
    ['pending', 'pending', 'requirements_pending_verification', ['stripe']],
    ['unfinished', 'restricted', 'requirements_past_due', ['user']],
    ['restricted', 'restricted', 'restricted_other', []],
    ['rejected', 'rejected', 'rejected_fraud', []],
  ])('turns the result %s into the capability status %s', async (outcome, status, code, sides) => {
    const { id } = await setup.stripe.v2.core.accounts.create(seller)
    const response = await choose(await follow(await openLink(id)), outcome)
    expect(await response.json()).toEqual({ url: onboarding.account_onboarding.return_url })
    const account = await setup.stripe.v2.core.accounts.retrieve(id, { include })
    expect(transfersOf(account)?.status).toBe(status)
    expect(transfersOf(account)?.status_details[0]?.code).toBe(code)
    const entries = account.requirements?.entries ?? []
    expect([...new Set(entries.map((entry) => entry.awaiting_action_from))]).toEqual(sides)
  })

  it('ends with the first choice', async () => {
    const { id } = await setup.stripe.v2.core.accounts.create(seller)
    const session = await follow(await openLink(id))
    await choose(session, 'complete')
    expect(await (await choose(session, 'rejected')).json()).toEqual({
      url: onboarding.account_onboarding.refresh_url,
    })
    expect(await follow(session)).toBe(onboarding.account_onboarding.refresh_url)
    const account = await setup.stripe.v2.core.accounts.retrieve(id, { include })
    expect(transfersOf(account)?.status).toBe('active')
  })

  it('ignores a choice that another site posts', async () => {
    const { id } = await setup.stripe.v2.core.accounts.create(seller)
    const session = await follow(await openLink(id))
    expect((await choose(session, 'complete', 'https://attacker.example')).status).toBe(403)
    expect((await fetch(`${session}/complete`, { method: 'POST' })).status).toBe(403)
    const page = await fetch(session)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const account = await setup.stripe.v2.core.accounts.retrieve(id, { include })
    expect(transfersOf(account)?.status).toBe('restricted')
  })
})

describe('events of an account', () => {
  it('are thin and signed, and name the account, which the official library can then retrieve', async () => {
    await using endpoint = await openEndpoint()
    await using own = await openStripeSetup({ webhookUrl: endpoint.url })
    const { id } = await own.stripe.v2.core.accounts.create(seller, { idempotencyKey: 'k7' })
    const { url } = await own.stripe.v2.core.accountLinks.create({ account: id, use_case: onboarding })
    await choose(await follow(url), 'complete', own.sandbox.url)
    await own.stripe.v2.core.accounts.close(id, { applied_configurations: ['recipient'] })
    await expect.poll(() => own.sandbox.webhooks.pending()).toEqual([])

    const events = endpoint.thinDeliveries.map(({ body, signature }) =>
      own.stripe.parseEventNotification(body, signature, webhookSecret),
    )
    expect(events.map(({ type }) => type)).toEqual([
      'v2.core.account.created',
      'v2.core.account[identity].updated',
      'v2.core.account[requirements].updated',
      'v2.core.account[configuration.recipient].capability_status_updated',
      'v2.core.account.closed',
    ])
    const [created] = events
    expect(created).toMatchObject({
      object: 'v2.core.event',
      livemode: false,
      reason: { type: 'request', request: { idempotency_key: 'k7' } },
      related_object: { id, type: 'v2.core.account', url: `/v2/core/accounts/${id}` },
    })
    expect(JSON.parse(endpoint.thinDeliveries[0]?.body ?? '')).not.toHaveProperty('data')
    if (created?.type !== 'v2.core.account.created') throw new Error('The first event is another one')
    expect(await created.fetchRelatedObject()).toMatchObject({ id, closed: true })
  })

  it('leave out the parts that a result does not change', async () => {
    await using own = await openStripeSetup({ webhookUrl: 'http://127.0.0.1:9/', webhooks: 'hold' })
    const metadata = { sandbox_onboarding: 'restricted' }
    const { id } = await own.stripe.v2.core.accounts.create({ ...seller, metadata })
    const count = own.sandbox.webhooks.pending().length
    const { url } = await own.stripe.v2.core.accountLinks.create({ account: id, use_case: onboarding })
    await choose(await follow(url), 'complete', own.sandbox.url)
    expect(
      own.sandbox.webhooks
        .pending()
        .slice(count)
        .map(({ type }) => type),
    ).toEqual(['v2.core.account[configuration.recipient].capability_status_updated'])
  })
})
