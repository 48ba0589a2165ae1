/**
 * The link that calls a number (RFC 3966): its digits, and the plus of an international one.
 * @returns null without a digit: another way to be reached may stand where a number is asked for
 */
export function phoneLink(phone: string): string | null {
  return /\d/.test(phone) ? `tel:${phone.replace(/(?!^\+)\D/g, '')}` : null
}
