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
      signal: AbortSignal.timeout(timeoutMs),
    })
    const origin = response.url === '' ? apiOrigin : new URL(response.url).origin
    if (origin !== apiOrigin) return { problem: `${apiOrigin} leads to ${origin}. Please give that address.` }
    if (!response.ok) return { problem: notKerblight(apiOrigin, `It answered ${response.status}.`) }
    answer = await response.json().catch(() => null)
  } catch {
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
