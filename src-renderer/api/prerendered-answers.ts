import type { UnknownAction } from '@reduxjs/toolkit'
import type { PublicConfig } from '../../contract/config.ts'
import { ANSWERS_ELEMENT } from '../../contract/prerender.ts'

/** The part of the api's state that holds answers. */
export interface PrerenderedAnswers {
  queries: Record<string, Entry | undefined>
  provided: { tags: object; keys: object }
}

interface Entry {
  status: string
  endpointName?: string | undefined
  originalArgs?: unknown
  data?: unknown
}

const type = 'api/answers'

/**
 * Of a store that has read something: its answers, as another store can start with them. Without times and numbers of
 * its own, so that the same answers are the same bytes.
 */
export function takeAnswers({ queries, provided }: PrerenderedAnswers): PrerenderedAnswers {
  const kept: PrerenderedAnswers['queries'] = {}
  for (const [key, entry] of Object.entries(queries)) {
    if (entry?.status !== 'fulfilled') continue
    const { status, endpointName, originalArgs, data } = entry
    kept[key] = { status, endpointName, originalArgs, data }
  }
  return { queries: kept, provided: { tags: inOrder(provided.tags), keys: inOrder(provided.keys) } }
}

/** Of names and lists of names: the store has them in the order in which the answers came. */
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

/** What the server has put into a page that it drew: its settings, and the answers that the page shows. */
export interface PrerenderedData {
  config: PublicConfig
  answers: PrerenderedAnswers
}

/** @returns null where the server has not drawn the page */
export function readPrerenderedData(): PrerenderedData | null {
  const text = document.getElementById(ANSWERS_ELEMENT)?.textContent
  return text ? (JSON.parse(text) as PrerenderedData) : null
}

/**
 * What the server has read for this page, as an action that puts it into the api's state.
 * @param isStale whether to ask again while it is shown: it was read for a stranger, and members see more
 */
export function prerenderedAnswers(answers: PrerenderedAnswers, isStale: boolean): UnknownAction {
  // The page is checked with the server at each visit, so they are of now. RTK Query takes 0 for never.
  const fulfilledTimeStamp = isStale ? 1 : Date.now()
  for (const entry of Object.values(answers.queries)) Object.assign(entry!, { fulfilledTimeStamp })
  return { type, payload: { ...answers, mutations: {} } }
}

export function isPrerenderedAnswers(action: UnknownAction): boolean {
  return action.type === type
}
