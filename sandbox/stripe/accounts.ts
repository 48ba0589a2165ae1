import type Stripe from 'stripe'
import * as z from 'zod'
import { buildRecipient, buildRequirements, outcomes, type Outcome } from './account-outcomes.ts'
import type { Context } from './context.ts'
import { generateRandomText } from './ids.ts'
import { invalidField, notFound, readJsonParams } from './json-params.ts'
import type { AccountRecord } from './store.ts'
import { recordAccountEvent } from './thin-events.ts'

/**
 * Metadata key that gives a new account an onboarding outcome immediately, such as `sandbox_onboarding:
 * 'complete'` in demo data.
 */
const OUTCOME_KEY = 'sandbox_onboarding'

type Include = Stripe.V2.Core.AccountRetrieveParams.Include

const include = z
  .array(
    z.enum([
      'configuration.customer',
      'configuration.merchant',
      'configuration.recipient',
      'defaults',
      'future_requirements',
      'identity',
      'requirements',
    ] satisfies Include[]),
  )
  .default([])

/** Metadata for an update, in which null removes a key. */
const metadata = z.record(z.string().max(40), z.string().max(500).nullable())

const contact = {
  contact_email: z.email().optional(),
  contact_phone: z.string().max(20).optional(),
  display_name: z.string().max(255).optional(),
}

const createShape = z.strictObject({
  ...contact,
  dashboard: z.enum(['express', 'full', 'none']).default('none'),
  identity: z.strictObject({
    country: z.string().regex(/^[A-Za-z]{2}$/),
    entity_type: z.enum(['company', 'government_entity', 'individual', 'non_profit']).optional(),
  }),
  configuration: z.strictObject({
    recipient: z.strictObject({
      capabilities: z.strictObject({
        stripe_balance: z.strictObject({
          stripe_transfers: z.strictObject({ requested: z.literal(true) }),
        }),
      }),
    }),
  }),
  defaults: z.strictObject({
    currency: z
      .string()
      .regex(/^[a-z]{3}$/)
      .default('usd'),
    responsibilities: z.strictObject({
      fees_collector: z.enum(['application', 'application_custom', 'application_express', 'stripe']),
      losses_collector: z.enum(['application', 'stripe']),
    }),
  }),
  metadata: metadata.default({}),
  include,
})

/** Creates a recipient's account, the only kind that the sandbox supports. */
export function createAccount(ctx: Context, sent: unknown) {
  const params = readJsonParams(sent, createShape)
  if (params.contact_email === undefined) {
    throw invalidField('contact_email', 'A recipient needs a contact_email.')
  }
  const account: AccountRecord['account'] = {
    id: `acct_1${generateRandomText(15)}`,
    object: 'v2.core.account',
    applied_configurations: ['recipient'],
    closed: false,
    configuration: { customer: null, merchant: null, recipient: buildRecipient('new') },
    contact_email: params.contact_email,
    contact_phone: params.contact_phone ?? null,
    created: new Date(ctx.now()).toISOString(),
    dashboard: params.dashboard,
    defaults: {
      currency: params.defaults.currency,
      locales: null,
      payout_methods: null,
      profile: null,
      responsibilities: { ...params.defaults.responsibilities, requirements_collector: 'stripe' },
    },
    display_name: params.display_name ?? null,
    future_requirements: {
      alternatives: [],
      entries: [],
      minimum_transition_date: null,
      summary: { minimum_deadline: null },
    },
    identity: {
      attestations: null,
      business_details: null,
      country: params.identity.country.toLowerCase(),
      entity_type: params.identity.entity_type ?? null,
      individual: null,
    },
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    requirements: buildRequirements('new'),
  }
  ctx.store.accounts.put(account.id, { id: account.id, account })
  recordAccountEvent(ctx, 'v2.core.account.created', account.id)
  const outcome = outcomes.find((name) => name === account.metadata?.[OUTCOME_KEY])
  if (outcome) finishOnboarding(ctx, account.id, outcome)
  return toView(getAccount(ctx, account.id).account, params.include)
}

export function retrieveAccount(ctx: Context, sent: unknown, id: string) {
  const params = readJsonParams(sent, z.strictObject({ include }))
  return toView(getAccount(ctx, id).account, params.include)
}

const updateShape = z.strictObject({ ...contact, metadata: metadata.default({}), include })

export function updateAccount(ctx: Context, sent: unknown, id: string) {
  const { include: parts, metadata: changes, ...fields } = readJsonParams(sent, updateShape)
  const { account } = getOpenAccount(ctx, id)
  const updated = { ...account, ...fields, metadata: mergeMetadata(account.metadata ?? {}, changes) }
  ctx.store.accounts.put(id, { id, account: updated })
  recordAccountEvent(ctx, 'v2.core.account.updated', id)
  return toView(updated, parts)
}

const configurations = z.array(z.enum(['customer', 'merchant', 'recipient']))

export function closeAccount(ctx: Context, sent: unknown, id: string) {
  const params = readJsonParams(sent, z.strictObject({ applied_configurations: configurations.default([]) }))
  const { account } = getOpenAccount(ctx, id)
  if (account.applied_configurations.some((name) => !params.applied_configurations.includes(name))) {
    throw invalidField(
      'applied_configurations',
      'All configurations of the account must be passed in for this request to succeed.',
    )
  }
  const closed = { ...account, closed: true, applied_configurations: [] }
  ctx.store.accounts.put(id, { id, account: closed })
  recordAccountEvent(ctx, 'v2.core.account.closed', id)
  return toView(closed, [])
}

const listShape = z.strictObject({
  applied_configurations: configurations.default([]),
  closed: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  page: z
    .string()
    .regex(/^page_\d{1,9}$/)
    .default('page_0')
    .transform((token) => Number(token.slice('page_'.length))),
})

export function listAccounts(ctx: Context, sent: unknown) {
  const { limit, page, closed, applied_configurations: wanted } = readJsonParams(sent, listShape)
  const accounts = ctx.store.accounts
    .all()
    .map(({ account }) => account)
    .filter((account) => (account.closed ?? false) === closed)
    .filter((account) => wanted.every((name) => account.applied_configurations.includes(name)))
    .toReversed()
  const pageUrl = (start: number) => {
    const query = new URLSearchParams({ closed: String(closed), limit: String(limit), page: `page_${start}` })
    for (const [index, name] of wanted.entries()) query.set(`applied_configurations[${index}]`, name)
    return `/v2/core/accounts?${query.toString()}`
  }
  return {
    data: accounts.slice(page, page + limit).map((account) => toView(account, [])),
    next_page_url: accounts.length > page + limit ? pageUrl(page + limit) : null,
    previous_page_url: page > 0 ? pageUrl(Math.max(0, page - limit)) : null,
  }
}

export function getAccount(ctx: Context, id: string): AccountRecord {
  const record = ctx.store.accounts.get(id)
  if (!record) throw notFound('account', id)
  return record
}

/**
 * Returns an account that is still open.
 * @throws StripeProblem if the account does not exist or is closed
 */
export function getOpenAccount(ctx: Context, id: string): AccountRecord {
  const record = getAccount(ctx, id)
  if (record.account.closed) throw invalidField('id', `The account ${id} is closed.`)
  return record
}

/** Applies an onboarding outcome, and records an event for each part of the account that changes. */
export function finishOnboarding(ctx: Context, id: string, outcome: Outcome) {
  const { account } = getOpenAccount(ctx, id)
  const recipient = buildRecipient(outcome)
  const requirements = buildRequirements(outcome)
  const identity = account.identity && {
    ...account.identity,
    entity_type: account.identity.entity_type ?? 'individual',
  }
  const updated: AccountRecord['account'] = {
    ...account,
    configuration: { customer: null, merchant: null, recipient },
    identity,
    requirements,
  }
  ctx.store.accounts.put(id, { id, account: updated })
  if (!isSame(account.identity, identity)) recordAccountEvent(ctx, 'v2.core.account[identity].updated', id)
  if (!isSame(account.requirements, requirements)) {
    recordAccountEvent(ctx, 'v2.core.account[requirements].updated', id)
  }
  if (!isSame(account.configuration?.recipient, recipient)) {
    recordAccountEvent(ctx, 'v2.core.account[configuration.recipient].capability_status_updated', id)
  }
}

/** Returns the account for a request. Parts that it does not include are null. */
function toView(account: AccountRecord['account'], parts: Include[]): AccountRecord['account'] {
  const has = (part: Include) => parts.includes(part)
  const { configuration } = account
  const hasConfiguration = parts.some((part) => part.startsWith('configuration.'))
  return {
    ...account,
    configuration:
      hasConfiguration && configuration
        ? {
            customer: has('configuration.customer') ? configuration.customer : null,
            merchant: has('configuration.merchant') ? configuration.merchant : null,
            recipient: has('configuration.recipient') ? configuration.recipient : null,
          }
        : null,
    defaults: has('defaults') ? account.defaults : null,
    future_requirements: has('future_requirements') ? account.future_requirements : null,
    identity: has('identity') ? account.identity : null,
    requirements: has('requirements') ? account.requirements : null,
  }
}

function mergeMetadata(
  present: Record<string, string>,
  changes: Record<string, string | null>,
): Record<string, string> {
  const merged = Object.entries({ ...present, ...changes }).flatMap(([key, value]) =>
    value === null ? [] : [[key, value] as const],
  )
  if (merged.length > 50) throw invalidField('metadata', 'Metadata can have at most 50 keys.')
  return Object.fromEntries(merged)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
