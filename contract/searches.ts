import * as z from 'zod'
import { deleted, id, idParams, inserted, isoTime, modified, oneOf, requiredLine } from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'
import { parseSavedQuery, writeSavedQuery } from './cars/saved-query.ts'
import { oneClickInput } from './one-click.ts'
import { alertFrequencies } from './search-limits.ts'

const query = z.string('Send filters, such as fuel=Electric.').max(2000, 'Use at most 2,000 characters.')

/** The filters as a canonical query string of the search page. Equivalent filters have the same string. */
const savedQuery = query.transform((typed, check) => {
  const parsed = parseSavedQuery(typed)
  if ('filters' in parsed) return writeSavedQuery(parsed.filters)
  check.addIssue(parsed.error)
  return z.NEVER
})

const every = oneOf(alertFrequencies)

/** The fields of the dialog that saves a search. */
export const searchForm = z.object({ name: requiredLine(80, 'Enter a name.'), every })

const searchInput = searchForm.extend({ query: savedQuery })

const savedSearch = z.object({
  _id: z.string(),
  name: z.string(),
  query: z.string(),
  every: z.enum(alertFrequencies),
  /** True once the user has unsubscribed from the search’s emails, until they choose a frequency again. */
  stopped: z.boolean(),
  createdAt: isoTime,
})

const stopped = modified.extend({
  /** The subject of the stopped emails, or null if the token stopped none. */
  about: z.enum(['search', 'shortlist']).nullable(),
})

const alertParams = z.object({ token: id })

export type SavedSearch = z.infer<typeof savedSearch>

export const searchEndpoints = {
  listSearches: {
    summary: 'List your saved searches, newest first',
    who: 'user',
    output: z.array(savedSearch),
    limit: 'R1',
  },
  addSearch: {
    summary:
      'Save a search and be notified of cars that match it from now on; saving the same filters again changes the name and frequency',
    who: 'user',
    body: searchInput,
    output: inserted,
    problems: ['quota-exceeded'],
    limit: 'W1',
  },
  updateSearch: {
    summary: 'Change how often you are notified of the cars that match a saved search',
    who: 'user',
    row: 'owner',
    params: idParams,
    body: z.object({ every }),
    output: modified,
    problems: ['not-found'],
    limit: 'W1',
  },
  deleteSearch: {
    summary: 'Delete a saved search',
    who: 'user',
    row: 'owner',
    params: idParams,
    output: deleted,
    problems: ['not-found'],
    limit: 'W1',
  },
  stopAlerts: {
    summary:
      'Stop the alerts of a saved search, or the emails about your shortlist, with the token from an email',
    who: 'anyone',
    params: alertParams,
    output: stopped,
    limit: 'N',
  },
  stopAlertsInOneClick: {
    summary:
      'Stop the alerts of one saved search, or the emails about your shortlist, with one click in an email program (RFC 8058); also at PUBLIC_URL/alerts/{token}',
    who: 'anyone',
    params: alertParams,
    body: oneClickInput,
    form: true,
    output: stopped,
    limit: 'N',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
