import * as z from 'zod'

const contact = z.object({ selllerContact: z.string(), location: z.string() })

/** The location and phone number of a seller's last car, to prefill the next one. */
export type Contact = z.output<typeof contact>

const buildStorageKey = (userId: string) => `kerblight.contact.${userId}`

/**
 * Returns the contact details of the last car that this seller listed on this machine, or an empty object.
 */
export function readLastContact(userId: string): Partial<Contact> {
  try {
    return contact.safeParse(JSON.parse(localStorage.getItem(buildStorageKey(userId)) ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

export function rememberContact(userId: string, { selllerContact, location }: Contact): void {
  try {
    localStorage.setItem(buildStorageKey(userId), JSON.stringify({ selllerContact, location }))
  } catch {
    // Without storage, the seller has to type the contact details again.
  }
}
