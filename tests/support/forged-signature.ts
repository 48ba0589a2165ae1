/** Returns a `Stripe-Signature` in Stripe's format that Stripe did not create. */
export function forgedSignature(signedAt = Date.now()): string {
  return `t=${Math.floor(signedAt / 1000)},v1=${'0'.repeat(64)}`
}
