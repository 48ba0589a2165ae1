import type Stripe from 'stripe'
import { ProblemError, type Sentence } from '../../../contract/api/problems.ts'
import type { Config } from '../../config/config.ts'

const TIMEOUT_MS = 10_000

/** Creates a Stripe SDK client. The SDK is loaded on first use. In the sandbox, only the host differs. */
export async function createStripe({ stripe: settings }: Config): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  return new Stripe(settings.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(settings.sandbox && { ...settings.sandbox, protocol: 'http' }),
  })
}

/** Loads the SDK client that all parts of the gateway share. */
export type LoadStripe = () => Promise<Stripe>

/** Number of list items per response. `MAX_ITEMS`, the total number of items, is the SDK's own limit. */
export const PAGE_SIZE = 100
export const MAX_ITEMS = 10_000

/** @see https://docs.stripe.com/api/errors#errors-type */
export function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError'
}

const REFUSING_STATUSES: unknown[] = [400, 402, 404]

/** Reports whether Stripe would refuse the request again. Key and rate-limit errors are not refusals. */
export function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('type' in error) || !('statusCode' in error)) return false
  return error.type !== 'StripeRateLimitError' && REFUSING_STATUSES.includes(error.statusCode)
}

interface Details {
  outage?: Sentence
  refusal?: Sentence
}

/**
 * Waits for a response.
 * @throws ProblemError `stripe-refused` if Stripe refuses the request, `service-unavailable` for other failures
 */
export async function withStripeProblem<T>(response: Promise<T>, details?: Details): Promise<T> {
  try {
    return await response
  } catch (error) {
    throw toStripeProblem(error, details)
  }
}

export function toStripeProblem(
  error: unknown,
  { outage = 'Stripe isn’t responding. Try again in a moment.', refusal }: Details = {},
): ProblemError {
  if (isRefusal(error))
    return new ProblemError('stripe-refused', { ...(refusal && { detail: refusal }), cause: error })
  return new ProblemError('service-unavailable', {
    detail: outage,
    headers: { 'Retry-After': '5' },
    cause: error,
  })
}

/** Returns the ID of an object that Stripe may have expanded; an empty string if the object is missing. */
export function getStripeId(object: string | { id: string } | null | undefined): string {
  return typeof object === 'string' ? object : (object?.id ?? '')
}

/** Converts a time to Stripe's unit, whole seconds since 1970. */
export function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
