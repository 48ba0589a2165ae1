/** The mailbox that an address belongs to: the address without the `+tag` of its local part (RFC 5233). */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const plus = email.indexOf('+')
  return plus > 0 && plus < at ? email.slice(0, plus) + email.slice(at) : email
}
