import * as z from 'zod'

const contact = z.object({ selllerContact: z.string(), location: z.string() })

/**
 * The location and phone number of a seller's car, stored because the next car is usually at the same place.
 */
export type Contact = z.output<typeof contact>

const keyOf = (userId: string) => `kerblight.contact.${userId}`

/**
 * Returns the contact of the car that this seller listed last on this machine; empty if there was no such
 * car.
 */
export function lastContact(userId: string): Partial<Contact> {
  try {
    return contact.safeParse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

export function rememberContact(userId: string, { selllerContact, location }: Contact): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ selllerContact, location }))
  } catch {
    // The storage is blocked or full, so the seller types it again.
  }
}
