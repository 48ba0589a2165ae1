import * as z from 'zod'

/** What the renderer must know of the world it runs in. Nothing of it is secret. */
export const publicConfig = z.object({
  world: z.enum(['sandbox', 'live']),
  contractVersion: z.number().int(),
  /** The oldest contract version whose consoles may still write. */
  oldestConsole: z.number().int(),
  identity: z.object({
    projectId: z.string(),
    apiKey: z.string(),
    authDomain: z.string(),
    emulatorUrl: z.string().nullable(),
    /** The stand-in for Google's popup script, in the sandbox. */
    popupScript: z.string().nullable(),
  }),
  stripe: z.object({
    publishableKey: z.string(),
    /** The stand-in Stripe.js, in the sandbox; null loads Stripe's own. */
    script: z.string().nullable(),
  }),
  images: z.object({ uploadUrl: z.string(), key: z.string() }),
  demo: z
    .object({
      accounts: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })),
      cards: z.array(z.object({ number: z.string(), meaning: z.string() })),
    })
    .nullable(),
})

export type PublicConfig = z.infer<typeof publicConfig>
