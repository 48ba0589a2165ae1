import * as z from 'zod'
import { contact } from './contact.ts'

/** What the renderer must know of the world it runs in. Nothing of it is secret. */
export const publicConfig = z.object({
  world: z.enum(['sandbox', 'live']),
  contractVersion: z.number().int(),
  /** The oldest contract version whose consoles may still write. */
  oldestConsole: z.number().int(),
  /** The address of the web pages, without a trailing slash. */
  publicUrl: z.string(),
  contact,
  identity: z.object({
    projectId: z.string(),
    apiKey: z.string(),
    authDomain: z.string(),
    emulatorUrl: z.string().nullable(),
    /** The stand-in for Google's popup script, in the sandbox. */
    popupScript: z.string().nullable(),
  }),
  /**
   * Google sign-in of the console, where it is set up. Every installed copy holds the secret, so it is none (RFC 8252,
   * section 8.5); Google asks for it all the same.
   */
  googleDesktop: z.object({ clientId: z.string(), clientSecret: z.string() }).nullable(),
  stripe: z.object({
    publishableKey: z.string(),
    /** The stand-in Stripe.js, in the sandbox; null loads Stripe's own. */
    script: z.string().nullable(),
  }),
  images: z.object({
    uploadUrl: z.string(),
    key: z.string(),
    /** Other origins that pictures come from. */
    hosts: z.array(z.string()),
  }),
  demo: z
    .object({
      accounts: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })),
      cards: z.array(z.object({ number: z.string(), meaning: z.string() })),
    })
    .nullable(),
})

export type PublicConfig = z.infer<typeof publicConfig>
