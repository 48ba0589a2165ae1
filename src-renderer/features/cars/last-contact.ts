import * as z from 'zod'

const contact = z.object({ selllerContact: z.string(), location: z.string() })

/** Where a seller's cars are, and how they are reached: the next car is mostly at the same place. */
export type Contact = z.output<typeof contact>

const keyOf = (userId: string) => `kerblight.contact.${userId}`

/** What was said of the car that this seller listed last on this machine; nothing where there was none. */
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
    // Blocked or full: it is typed again.
  }
}
