/** The link that calls a number (RFC 3966): its digits, and the plus of an international one. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/(?!^\+)\D/g, '')}`
}
