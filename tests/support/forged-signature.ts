/** A `Stripe-Signature` in Stripe's form that Stripe has not made. */
export function forgedSignature(signedAt = Date.now()): string {
  return `t=${Math.floor(signedAt / 1000)},v1=${'0'.repeat(64)}`
}
