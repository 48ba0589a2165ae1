import type Stripe from 'stripe'
import * as z from 'zod'
import { finishOnboarding, getAccount, getOpenAccount } from './accounts.ts'
import type { Outcome } from './account-outcomes.ts'
import type { Complete } from './complete.ts'
import type { Context } from './context.ts'
import { generateRandomText } from './ids.ts'
import { readJsonParams } from './json-params.ts'
import type { AccountLinkRecord } from './store.ts'

const LINK_MS = 5 * 60 * 1_000
const SESSION_MS = 60 * 60 * 1_000

const webUrl = z.url({ protocol: /^https?$/ }).max(5_000)

const createShape = z.strictObject({
  account: z.string(),
  use_case: z.strictObject({
    type: z.literal('account_onboarding'),
    account_onboarding: z.strictObject({
      refresh_url: webUrl,
      return_url: webUrl.optional(),
      collection_options: z
        .strictObject({
          fields: z.enum(['currently_due', 'eventually_due']).default('currently_due'),
          future_requirements: z.enum(['include', 'omit']).default('omit'),
        })
        .optional(),
    }),
  }),
})

export function createAccountLink(ctx: Context, sent: unknown) {
  const { account: accountId, use_case: useCase } = readJsonParams(sent, createShape)
  const { refresh_url, return_url, collection_options } = useCase.account_onboarding
  getOpenAccount(ctx, accountId)
  const record: AccountLinkRecord = {
    id: generateRandomText(32),
    accountId,
    returnUrl: toHref(return_url ?? refresh_url),
    refreshUrl: toHref(refresh_url),
    expiresAt: ctx.now() + LINK_MS,
    state: 'unused',
  }
  ctx.store.accountLinks.put(record.id, record)
  const link: Complete<Stripe.V2.Core.AccountLink> = {
    object: 'v2.core.account_link',
    account: accountId,
    created: new Date(ctx.now()).toISOString(),
    expires_at: new Date(record.expiresAt).toISOString(),
    livemode: false,
    url: `${ctx.origin}/setup/${record.id}`,
    use_case: {
      type: useCase.type,
      account_onboarding: {
        collection_options: collection_options ?? null,
        refresh_url,
        return_url: return_url ?? null,
      },
      account_update: null,
    },
  }
  return link
}

/**
 * Uses up a link and starts its session. Returns the session's ID, or null if the link has already been used
 * or has expired.
 */
export function startSession(ctx: Context, link: AccountLinkRecord): string | null {
  if (!isLive(ctx, link, 'unused')) return null
  const session: AccountLinkRecord = {
    ...link,
    id: generateRandomText(32),
    expiresAt: ctx.now() + SESSION_MS,
    state: 'session',
  }
  ctx.store.accountLinks.put(link.id, { ...link, state: 'used' })
  ctx.store.accountLinks.put(session.id, session)
  return session.id
}

/** Ends a session with the chosen outcome, and returns the URL to continue at. */
export function endSession(ctx: Context, session: AccountLinkRecord, outcome: Outcome): string {
  if (!isSessionOpen(ctx, session)) return session.refreshUrl
  finishOnboarding(ctx, session.accountId, outcome)
  ctx.store.accountLinks.put(session.id, { ...session, state: 'ended' })
  return session.returnUrl
}

export function isSessionOpen(ctx: Context, session: AccountLinkRecord): boolean {
  return isLive(ctx, session, 'session')
}

/** Returns a URL in a form that is valid in a header. */
function toHref(url: string): string {
  return new URL(url).href
}

function isLive(ctx: Context, record: AccountLinkRecord, state: AccountLinkRecord['state']): boolean {
  return (
    record.state === state &&
    ctx.now() < record.expiresAt &&
    !getAccount(ctx, record.accountId).account.closed
  )
}
