import type { Result } from './messages.ts'

const UNREACHABLE = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
}

/** Calls the API with a publishable key. Failures are returned as `{error}`, not thrown. */
export async function callApi(
  origin: string,
  method: 'GET' | 'POST',
  path: string,
  key: string,
  params: Record<string, unknown>,
): Promise<Result> {
  const form = new URLSearchParams()
  encode(form, { ...params, key })
  try {
    const response = await fetch(method === 'GET' ? `${origin}${path}?${form}` : `${origin}${path}`, {
      method,
      ...(method === 'POST' ? { body: form } : {}),
    })
    const body: unknown = await response.json()
    if (isHash(body) && isHash(body.error)) {
      return { error: { type: 'api_error', message: 'The payment failed.', ...body.error } }
    }
    return isHash(body) ? { body } : { error: UNREACHABLE }
  } catch {
    return { error: UNREACHABLE }
  }
}

/** Encodes `{card: {number: 1}}` as `card[number]=1`, the encoding of Stripe's API. */
function encode(form: URLSearchParams, hash: Record<string, unknown>, prefix = '') {
  for (const [key, value] of Object.entries(hash)) {
    const name = prefix === '' ? key : `${prefix}[${key}]`
    if (isHash(value)) encode(form, value, name)
    else if (typeof value === 'string') form.append(name, value)
    else if (typeof value === 'number' || typeof value === 'boolean') form.append(name, String(value))
  }
}

export function isHash(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
