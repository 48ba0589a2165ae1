import type { IncomingMessage } from 'node:http'
import { closeAccount, createAccount, listAccounts, retrieveAccount, updateAccount } from './accounts.ts'
import { createAccountLink } from './account-links.ts'
import { respondToVersion, type Api, type ApiVersion } from './api.ts'
import type { Context } from './context.ts'
import { parseForm } from './form.ts'
import { header, readBody, type StripeResponse } from './http.ts'
import { queryToJson } from './json-params.ts'
import { StripeProblem } from './problem.ts'

interface Route {
  method: 'GET' | 'POST'
  path: RegExp
  run: (ctx: Context, params: unknown, id: string) => unknown
}

const ROUTES: Route[] = [
  { method: 'POST', path: /^\/v2\/core\/accounts$/, run: createAccount },
  { method: 'GET', path: /^\/v2\/core\/accounts$/, run: listAccounts },
  { method: 'GET', path: /^\/v2\/core\/accounts\/(\w+)$/, run: retrieveAccount },
  { method: 'POST', path: /^\/v2\/core\/accounts\/(\w+)$/, run: updateAccount },
  { method: 'POST', path: /^\/v2\/core\/accounts\/(\w+)\/close$/, run: closeAccount },
  { method: 'POST', path: /^\/v2\/core\/account_links$/, run: createAccountLink },
]

/** @see https://docs.stripe.com/api-v2-overview */
const apiV2: ApiVersion<unknown> = {
  async readParams(request, url) {
    if (header(request, 'stripe-version') === null) {
      throw badRequest('Please include a Stripe-Version header. API v2 requires one.')
    }
    const params = request.method === 'POST' ? await readJson(request) : queryToJson(parseForm(url.search))
    return { params, key: null }
  },

  findOperation(method, path) {
    for (const route of ROUTES) {
      const match = route.method === method ? route.path.exec(path) : null
      if (match)
        return {
          fromBrowser: false,
          forAccounts: false,
          run: (ctx, params) => route.run(ctx, params, match[1] ?? ''),
        }
    }
    return null
  },
}

export function respondToApiV2(api: Api, request: IncomingMessage, url: URL): Promise<StripeResponse> {
  return respondToVersion(api, apiV2, request, url)
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request)
  if (body === '') return {}
  const type = header(request, 'content-type') ?? ''
  if (!type.startsWith('application/json')) {
    throw badRequest('Invalid request: the content type of API v2 is application/json.')
  }
  try {
    return JSON.parse(body)
  } catch {
    throw badRequest('Invalid request: the body is not valid JSON.')
  }
}

function badRequest(message: string): StripeProblem {
  return new StripeProblem(400, { type: 'invalid_request_error', message })
}
