import * as z from 'zod'
import { publicConfig, type PublicConfig } from '../contract/config.ts'

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** The server's public settings, or in plain words why they are not to be had. */
export type ServerAnswer = { config: PublicConfig } | { problem: string }

/** Enough to know a Kerblight by, whatever its version. */
const anyKerblight = z.object({ contractVersion: z.number(), world: z.string() })

/** Asks the address for its settings: is it there, and is it a Kerblight that this console can work with? */
export async function askServer(fetch: Fetch, apiOrigin: string, timeoutMs: number): Promise<ServerAnswer> {
  let answer: unknown
  try {
    const response = await fetch(`${apiOrigin}/api/config`, {
      credentials: 'omit',
      // A session opened there would be lost on each hop.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) return { problem: notKerblight(apiOrigin, `It answered ${response.status}.`) }
    answer = await response.json().catch(() => null)
  } catch (error) {
    if (isRedirect(error)) {
      return { problem: `${apiOrigin} leads elsewhere. Please give the address that your browser ends at.` }
    }
    return { problem: `Nothing answers at ${apiOrigin}. Check the address and your connection.` }
  }
  const parsed = publicConfig.safeParse(answer)
  if (parsed.success) return { config: parsed.data }
  if (anyKerblight.safeParse(answer).success) {
    return {
      problem: `The Kerblight at ${apiOrigin} is of another version than this console. Please update the older one.`,
    }
  }
  return { problem: notKerblight(apiOrigin, '') }
}

function notKerblight(apiOrigin: string, detail: string): string {
  return `${apiOrigin} answers, but it is not Kerblight. ${detail}`.trim()
}

/** Neither Electron's fetch nor Node's tells by more than its words. */
function isRedirect(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /redirect/i.test(`${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`)
}
