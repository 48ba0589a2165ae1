import type { UnknownAction } from '@reduxjs/toolkit'
import type { PublicConfig } from '../../contract/config.ts'
import { PRERENDERED_RESPONSES_ID } from '../../contract/prerender.ts'

/** The API slice's state, as far as it holds responses. */
export interface PrerenderedResponses {
  queries: Record<string, Entry | undefined>
  provided: { tags: object; keys: object }
}

interface Entry {
  status: string
  endpointName?: string | undefined
  originalArgs?: unknown
  data?: unknown
}

const type = 'api/responses'

/**
 * Extracts a store's responses to initialize another store. Times and IDs are omitted, so the same
 * responses always produce the same bytes.
 */
export function takeResponses({ queries, provided }: PrerenderedResponses): PrerenderedResponses {
  const fulfilled: PrerenderedResponses['queries'] = {}
  for (const [key, entry] of Object.entries(queries)) {
    if (entry?.status !== 'fulfilled') continue
    const { status, endpointName, originalArgs, data } = entry
    fulfilled[key] = { status, endpointName, originalArgs, data }
  }
  return { queries: fulfilled, provided: { tags: inOrder(provided.tags), keys: inOrder(provided.keys) } }
}

/**
 * Sorts names and lists of names, whose order in the store depends on when the responses arrived.
 */
function inOrder(names: object): object {
  if (Array.isArray(names)) return names.toSorted()
  return Object.fromEntries(
    Object.entries(names)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]: [string, unknown]) => [
        name,
        typeof value === 'object' && value !== null ? inOrder(value) : value,
      ]),
  )
}

/** The data embedded in a prerendered page: the server's configuration and the page's responses. */
export interface PrerenderedData {
  config: PublicConfig
  responses: PrerenderedResponses
}

/**
 * Reads the embedded data.
 * @returns null if the page was not prerendered
 */
export function readPrerenderedData(): PrerenderedData | null {
  const text = document.getElementById(PRERENDERED_RESPONSES_ID)?.textContent
  return text ? (JSON.parse(text) as PrerenderedData) : null
}

/**
 * Builds an action that adds the embedded responses to the API slice's state.
 * @param isStale true to refetch the responses in the background: they were read for a signed-out
 * visitor, and members see more
 */
export function restorePrerenderedResponses(
  responses: PrerenderedResponses,
  isStale: boolean,
): UnknownAction {
  // The browser revalidates the page at each visit, so its responses are current. RTK Query treats
  // a time of 0 as never fetched.
  const fulfilledTimeStamp = isStale ? 1 : Date.now()
  for (const entry of Object.values(responses.queries)) Object.assign(entry!, { fulfilledTimeStamp })
  return { type, payload: { ...responses, mutations: {} } }
}

export function isPrerenderedResponses(action: UnknownAction): boolean {
  return action.type === type
}
