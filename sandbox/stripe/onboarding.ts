import type { IncomingMessage } from 'node:http'
import { outcomes, type Outcome } from './account-outcomes.ts'
import { endSession, isSessionOpen, startSession } from './account-links.ts'
import { getAccount } from './accounts.ts'
import type { Api } from './api.ts'
import type { StripeResponse } from './http.ts'
import { isSameOrigin, json, page, pageContext, plain } from './page-responses.ts'
import { invalidLinkPage, onboardingPage } from './pages/onboarding-page.ts'

// A click on the page changes an account, so no other site may embed it.
const NO_FRAMES = "; frame-ancestors 'none'"

/** Serves account links and the onboarding page that they lead to. */
export async function respondToOnboarding(
  api: Api,
  request: IncomingMessage,
  pathname: string,
): Promise<StripeResponse> {
  const { method } = request
  const [, , first = '', id = '', action = ''] = pathname.split('/')
  if (first !== 'session') {
    return method === 'GET' ? openLink(api, first) : plain(405, 'Method not allowed')
  }
  const outcome = outcomes.find((name) => name === action)
  if (method === 'POST' && outcome) return finishSession(api, request, id, outcome)
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'Method not allowed')
  return showSession(api, id)
}

async function openLink(api: Api, id: string): Promise<StripeResponse> {
  const ctx = pageContext(api)
  const link = ctx.store.accountLinks.get(id)
  if (!link || link.state === 'session' || link.state === 'ended') return invalidLink()
  const sessionId = startSession(ctx, link)
  if (sessionId === null) return redirect(link.refreshUrl)
  await ctx.store.saved()
  return redirect(`/setup/session/${sessionId}`)
}

function showSession(api: Api, id: string): StripeResponse {
  const ctx = pageContext(api)
  const session = ctx.store.accountLinks.get(id)
  if (!session || session.state === 'unused' || session.state === 'used') return invalidLink()
  if (!isSessionOpen(ctx, session)) return redirect(session.refreshUrl)
  const { account } = getAccount(ctx, session.accountId)
  const body = onboardingPage({
    session: id,
    email: account.contact_email ?? '',
    name: account.display_name ?? '',
  })
  return unsavedPage(200, body)
}

/** Handles requests from the onboarding page. Requests from any other page are rejected by their origin. */
async function finishSession(
  api: Api,
  request: IncomingMessage,
  id: string,
  outcome: Outcome,
): Promise<StripeResponse> {
  if (!isSameOrigin(request)) return plain(403, 'Not from this page')
  const ctx = pageContext(api)
  const session = ctx.store.accountLinks.get(id)
  if (!session || session.state === 'unused' || session.state === 'used') return plain(404, 'Not found')
  const url = endSession(ctx, session, outcome)
  await ctx.store.saved()
  api.onEvents(ctx.call.events)
  return json(200, { url })
}

function invalidLink(): StripeResponse {
  return unsavedPage(404, invalidLinkPage)
}

/** Returns a page that the browser does not restore from its cache. */
function unsavedPage(status: number, body: string): StripeResponse {
  const response = page(status, body, NO_FRAMES)
  return { ...response, headers: { ...response.headers, 'Cache-Control': 'no-store' } }
}

function redirect(url: string): StripeResponse {
  return {
    status: 303,
    headers: { Location: url, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
    body: '',
  }
}
