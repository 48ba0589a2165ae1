import * as z from 'zod'
import { contact } from './contact.ts'
import { line } from './api/fields.ts'
import { hostName, loopbackOrigin, loopbackScript, webOrigin } from './web-address.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

/** A setting of a live installation that was found not to work when the server started. */
export const setupProblem = z.object({
  setting: z.string(),
  /** `unreachable`: the service did not respond, and the setting may be correct. */
  kind: z.enum(['wrong', 'unreachable']),
  message: z.string(),
  advice: z.string(),
})

/** A name, id or key that some service has given out. */
export const key = z
  .string()
  .max(200, 'must have at most 200 characters')
  .regex(/^[\w.:-]+$/, 'must be a name or key')

/**
 * What the renderer must know of the world it runs in. Nothing of it is secret. A console does not know its server to be
 * honest: whatever becomes an address, a header or a policy there is taken in no other form than these.
 */
export const publicConfig = z
  .object({
    world: z.enum(['sandbox', 'live']),
    contractVersion: z.number().int(),
    /** The oldest contract version whose consoles may still write. */
    oldestConsole: z.number().int(),
    /** The origin of the web pages. */
    publicUrl: webOrigin,
    contact,
    /** Whether the web's `/console` leads to installers of the console. */
    hasConsoleDownload: z.boolean(),
    /** How long the server holds a car for a buyer who is paying. */
    holdSeconds: z.number().int().positive(),
    identity: z.object({
      projectId: key,
      apiKey: key,
      authDomain: hostName,
      emulatorUrl: loopbackOrigin.nullable(),
      /** The stand-in for Google's popup script, in the sandbox. */
      popupScript: loopbackScript.nullable(),
    }),
    /**
     * Google sign-in of the console, where it is set up. Every installed copy holds the secret, so it is none (RFC 8252,
     * section 8.5); Google asks for it all the same.
     */
    googleDesktop: z.object({ clientId: key, clientSecret: key }).nullable(),
    stripe: z.object({
      publishableKey: key,
      /** The stand-in Stripe.js, in the sandbox; null loads Stripe's own. */
      script: loopbackScript.nullable(),
    }),
    images: z.object({
      /** A path of the API's. */
      uploadUrl: z
        .string()
        .max(200)
        .regex(/^(\/[\w-]+)+$/, 'must be a path such as /api/1/upload'),
      key,
      /** Other origins that pictures come from. */
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
    summary: 'Get the public settings of this installation',
    who: 'anyone',
    output: publicConfig,
    limit: 'R0',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
