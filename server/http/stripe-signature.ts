/** So old a signature counts, in seconds, as Stripe's SDK has it. */
const MAX_AGE = 300

/**
 * Whether a `Stripe-Signature` could be Stripe's, by its form and its age: what comes with another isn't worth reading.
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
export function mayBeStripes(signature = ''): boolean {
  const signedAt = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]
  const isRecent = signedAt !== undefined && Date.now() / 1000 - Number(signedAt) <= MAX_AGE
  return isRecent && /(?:^|,)v1=[0-9a-f]{64}(?:,|$)/.test(signature)
}
