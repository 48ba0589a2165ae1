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

/** Waits for a response. @throws ProblemError `service-unavailable` if the request fails */
export async function withOutageError<T>(response: Promise<T>, detail?: Sentence): Promise<T> {
  try {
    return await response
  } catch (error) {
    throw toOutage(error, detail)
  }
}

export function toOutage(
  error: unknown,
  detail: Sentence = 'Stripe isn’t responding. Try again in a moment.',
): ProblemError {
  return new ProblemError('service-unavailable', {
    detail,
    headers: { 'Retry-After': '5' },
    cause: error,
  })
}

/** Returns the ID of an object that Stripe may have expanded; an empty string if the object is missing. */
export function idOf(object: string | { id: string } | null | undefined): string {
  return typeof object === 'string' ? object : (object?.id ?? '')
}

/** Converts a time to Stripe's unit, whole seconds since 1970. */
export function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
