import * as z from 'zod'
import { contact } from './contact.ts'
import { line } from './api/fields.ts'
import { hostName, loopbackOrigin, loopbackScript, webOrigin } from './web-address.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

/** A setting of a live installation that failed a check at server startup. */
export const setupProblem = z.object({
  setting: z.string(),
  /** `unreachable` means that the service did not respond, so the setting may still be correct. */
  kind: z.enum(['wrong', 'unreachable']),
  message: z.string(),
  advice: z.string(),
})

/** A name, ID, or key issued by an external service. */
export const key = z
  .string()
  .max(200, 'must have at most 200 characters')
  .regex(/^[\w.:-]+$/, 'must be a name or key')

/**
 * The settings that the renderer needs. None of them is secret. A console can't assume that its server is
 * honest, so values that end up in a URL, a header, or a policy must have a strict format.
 */
export const publicConfig = z
  .object({
    world: z.enum(['sandbox', 'live']),
    contractVersion: z.number().int(),
    /** The oldest contract version whose consoles may make changes. */
    oldestConsole: z.number().int(),
    /** The origin of the website. */
    publicUrl: webOrigin,
    contact,
    /** True if the website's `/console` page offers installers of the console. */
    hasConsoleDownload: z.boolean(),
    /** Number of seconds that a car is on hold for a buyer who is paying. */
    holdSeconds: z.number().int().positive(),
    /** Number of days after the agreed handover until the seller is paid without a confirmation. */
    releaseDays: z.number().int().positive(),
    /** True if cars of sellers without an active payout account can't be paid for. */
    payoutsRequired: z.boolean(),
    identity: z.object({
      projectId: key,
      apiKey: key,
      authDomain: hostName,
      emulatorUrl: loopbackOrigin.nullable(),
      /** The URL of the sandbox's replacement for Google's popup script, or null outside the sandbox. */
      popupScript: loopbackScript.nullable(),
    }),
    /**
     * The OAuth client for the console's Google sign-in, if it is configured. Every installed console
     * contains the secret, so it is not confidential (RFC 8252, section 8.5). Google requires it anyway.
     */
    googleDesktop: z.object({ clientId: key, clientSecret: key }).nullable(),
    stripe: z.object({
      publishableKey: key,
      /** The URL of the sandbox's replacement for Stripe.js. Null loads the original. */
      script: loopbackScript.nullable(),
    }),
    images: z.object({
      /** The API path for uploads. */
      uploadUrl: z
        .string()
        .max(200)
        .regex(/^(\/[\w-]+)+$/, 'must be a path such as /api/1/upload'),
      key,
      /** The origins of other photo hosts. */
      hosts: z.array(webOrigin).max(10),
    }),
    demo: z
      .object({
        accounts: z.array(z.object({ email: line(200), password: line(200), role: line(200) })).max(50),
        cards: z.array(z.object({ number: line(200), meaning: line(200) })).max(50),
      })
      .nullable(),
  })
  .refine(isLiveWithoutStandIns, { path: ['world'], message: 'live goes without stand-ins' })

export type PublicConfig = z.infer<typeof publicConfig>

interface StandIns {
  world: 'sandbox' | 'live'
  identity: { emulatorUrl: string | null; popupScript: string | null }
  stripe: { script: string | null }
  demo: object | null
}

function isLiveWithoutStandIns({ world, identity, stripe, demo }: StandIns): boolean {
  const standIns = [identity.emulatorUrl, identity.popupScript, stripe.script, demo]
  return world === 'sandbox' || standIns.every((one) => one === null)
}

export type SetupProblem = z.infer<typeof setupProblem>

export const configEndpoints = {
  getConfig: {
    summary: 'Get the public settings of this installation, such as its public Firebase and Stripe keys',
    who: 'anyone',
    output: publicConfig,
    limit: 'R0',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
