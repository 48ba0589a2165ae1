/** Returns a forged `Stripe-Signature` header in Stripe's format. */
export function forgeSignature(signedAt = Date.now()): string {
  return `t=${Math.floor(signedAt / 1000)},v1=${'0'.repeat(64)}`
}
