import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { EndpointName } from '../../../contract/api/paths.ts'
import { flattenPages } from '../../api/endpoint.ts'
import type { ListCriteria, Facet } from './list-view.ts'
import { getSortName, toSearchText, type ListOf, type ListQuery, type SortNames } from './list-pages.ts'
import { createListCounter, type CountEndpoint, type ListCounter } from './use-counts.ts'
import type { ListEndpoint } from './use-list-pages.ts'

export interface ListSource<Item, Query extends ListQuery> {
  endpoint: ListEndpoint<Item, Query>
  /**
   * Returns the query for a sort order, a filter, and a search, without anything that the list does
   * not support.
   */
  listOf: (criteria: ListCriteria) => Query
  counter: ListCounter<Query>
  sortKeys: readonly string[]
  facet?: Facet | undefined
}

/** The list source for a contract endpoint. */
type SourceOf<K extends EndpointName> = ListSource<ItemOf<K>, ListOf<K>>
type ItemOf<K extends EndpointName> = EndpointOutput<K> extends (infer Item)[] ? Item : never

interface ListOptions<K extends EndpointName> {
  endpoint: ListEndpoint<ItemOf<K>, ListOf<K>>
  /** The API's sort order names by column key. */
  sorts: SortNames<string>
  filter?: Partial<ListOf<K>>
  maxWords?: number
}

/** Creates the source of a list without a filter. */
export function listSource<K extends EndpointName>(options: ListOptions<K>): SourceOf<K> {
  const { endpoint, sorts } = options
  return {
    endpoint,
    listOf: (criteria) => queryOf(options, criteria),
    counter: createListCounter(
      endpoint,
      (list: ListOf<K>) => ({ ...list, sort: undefined, offset: 0, limit: 1 }),
      (response) => ({ facets: [], total: flattenPages(response).total ?? 0 }),
    ),
    sortKeys: Object.keys(sorts),
  }
}

interface FacetOptions<C extends EndpointName> extends Facet {
  counts: CountEndpoint<EndpointOutput<C>, { q?: string }>
  /** The constant part of the count query. The search text is added to it. */
  countFilter?: object
  /** Returns the number of rows per value. */
  read: (response: EndpointOutput<C>) => Readonly<Record<string, number>>
  /** The values whose rows are shown if no value is chosen; by default, all values. */
  shownValues?: readonly string[]
}

/**
 * Creates the source of a list that can be filtered by one field. A separate endpoint counts the
 * rows per value.
 */
export function createFacetedSource<K extends EndpointName, C extends EndpointName>(
  options: ListOptions<K>,
  { name, label, words, counts, countFilter, read, shownValues = Object.keys(words) }: FacetOptions<C>,
): SourceOf<K> {
  const values = Object.entries(words)
  return {
    endpoint: options.endpoint,
    listOf(criteria) {
      const chosen = values.find(([, valueLabel]) => valueLabel === criteria.facet)?.[0]
      return { ...queryOf(options, criteria), [name]: chosen }
    },
    counter: createListCounter(
      counts,
      ({ q }: ListOf<K> & { q?: string }) => ({ ...countFilter, q }),
      (response) => {
        const countOf = read(response)
        return {
          facets: values.map(([value, valueLabel]) => [valueLabel, countOf[value] ?? 0]),
          total: shownValues.reduce((sum, value) => sum + (countOf[value] ?? 0), 0),
        }
      },
    ),
    sortKeys: Object.keys(options.sorts),
    facet: { name, label, words },
  }
}

function queryOf<K extends EndpointName>(
  { sorts, filter, maxWords }: ListOptions<K>,
  { sort, find }: ListCriteria,
): ListOf<K> {
  return {
    ...filter,
    q: toSearchText(find, maxWords),
    sort: getSortName(sorts, sort),
  } as unknown as ListOf<K>
}
