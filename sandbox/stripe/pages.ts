import type { IncomingMessage } from 'node:http'
import type { Api } from './api.ts'
import { getAuthentication } from './authentications.ts'
import { failPayment, settleCharge } from './confirm.ts'
import type { Context } from './context.ts'
import type { StripeResponse } from './http.ts'
import { formatAmount } from './money.ts'
import { respondToOnboarding } from './onboarding.ts'
import { isSameOrigin, json, page, pageContext, plain, script, styles } from './page-responses.ts'
import { type AssetName, readScript, readStyles } from './pages/assets.ts'
import { bankPage } from './pages/bank-page.ts'
import { cardPage } from './pages/card-page.ts'
import { getPaymentIntent } from './payment-intents.ts'
import { getPaymentMethod } from './payment-methods.ts'
import { StripeProblem, docUrl, unexpectedState } from './problem.ts'

const ASSETS: Record<string, AssetName> = {
  '/assets/card-frame': 'card-frame',
  '/assets/three-d-secure': 'three-d-secure',
  '/assets/onboarding': 'onboarding',
}

/**
 * Serves the files that browsers load: Stripe.js, the card form, the bank's page, the onboarding page, and
 * their assets.
 */
export async function respondToPage(api: Api, request: IncomingMessage, url: URL): Promise<StripeResponse> {
  const { pathname } = url
  if (pathname.startsWith('/setup/')) return respondToOnboarding(api, request, pathname)
  const answered = /^\/3ds\/(\w+)\/(complete|fail)$/.exec(pathname)
  if (request.method === 'POST' && answered) {
    return finishAuthentication(api, request, answered[1] ?? '', answered[2] === 'complete')
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Method not allowed')
  if (['/v3', '/v3/', '/v3/stripe.js'].includes(pathname)) return script(readScript('stripe'))
  if (pathname === '/elements/card') return page(200, cardPage)
  if (pathname === '/3ds') return showBank(api, url.searchParams.get('source') ?? '')
  const asset = ASSETS[pathname.replace(/\.(js|css)$/, '')]
  if (asset && pathname.endsWith('.js')) return script(readScript(asset))
  if (asset && pathname.endsWith('.css')) return styles(await readStyles(asset))
  return plain(404, 'Not found')
}

function showBank(api: Api, source: string): StripeResponse {
  const ctx = pageContext(api)
  try {
    const { intent } = getPaymentIntent(ctx, getAuthentication(ctx, source).paymentIntentId)
    const methodId = typeof intent.payment_method === 'string' ? intent.payment_method : null
    const last4 = methodId === null ? '' : (getPaymentMethod(ctx, methodId).method.card?.last4 ?? '')
    return page(200, bankPage({ source, amount: formatAmount(intent.amount, intent.currency), last4 }))
  } catch (error) {
    if (error instanceof StripeProblem) return plain(error.status, error.message)
    throw error
  }
}

/** Records the customer's decision. Requests from other origins are rejected. */
async function finishAuthentication(
  api: Api,
  request: IncomingMessage,
  source: string,
  isComplete: boolean,
): Promise<StripeResponse> {
  if (!isSameOrigin(request)) return plain(403, 'Not from this page')
  const ctx = pageContext(api)
  try {
    completeAuthentication(ctx, source, isComplete)
    await api.context.store.saved()
    api.onEvents(ctx.call.events)
    return json(200, {})
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error
    return json(error.status, { error: error.body })
  }
}

/**
 * Records the customer's decision. A declined charge is not an error, because the waiting page reads the
 * intent.
 */
function completeAuthentication(ctx: Context, id: string, isComplete: boolean) {
  const authentication = getAuthentication(ctx, id)
  const record = getPaymentIntent(ctx, authentication.paymentIntentId)
  const { intent } = record
  if (authentication.state !== 'pending' || record.authenticationId !== id) {
    throw unexpectedState(
      'payment_intent_unexpected_state',
      'This authentication is over: the payment was finished, canceled or started again.',
    )
  }
  ctx.store.authentications.put(id, { ...authentication, state: isComplete ? 'succeeded' : 'failed' })
  if (isComplete) {
    try {
      settleCharge(ctx, record, true)
    } catch (error) {
      if (!(error instanceof StripeProblem) || error.status !== 402) throw error
    }
  } else {
    const methodId = typeof intent.payment_method === 'string' ? intent.payment_method : ''
    failPayment(ctx, record, {
      code: 'payment_intent_authentication_failure',
      doc_url: docUrl('payment_intent_authentication_failure'),
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_method: getPaymentMethod(ctx, methodId).method,
      type: 'invalid_request_error',
    })
  }
}
