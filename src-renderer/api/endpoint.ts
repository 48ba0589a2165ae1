import type { EndpointInput, EndpointOutput } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import type { ResponseMeta, ApiCall } from './base-query.ts'
import { dropRemovedRows } from './removed-rows.ts'

/**
 * The input of an endpoint's hook: params, query, and body. Parts without required fields are
 * optional.
 */
export type CallInput<K extends EndpointName> = Loose<EndpointInput<K>> & { headers?: Record<string, string> }

/** The input of an endpoint's hook, or `void` if nothing is required. */
export type CallArg<K extends EndpointName> =
  object extends Loose<EndpointInput<K>> ? CallInput<K> | void : CallInput<K>

/**
 * Builds an API endpoint from the contract, which defines its path and types: `listReviews:
 * build.query({ ...endpoint('listAllReviews'), providesTags: ['Review'] })`
 */
export function endpoint<K extends EndpointName>(name: K) {
  return {
    query: (input: CallArg<K>): ApiCall => ({ name, ...input }),
    // The server's tests check its responses against the same schema, so the type can be trusted.
    transformResponse: (response: unknown) => response as EndpointOutput<K>,
  }
}

/** One page of a list, with the paging data from the response headers. */
export interface Page<Items> {
  items: Items
  total: number | null
  nextCursor: string | null
}

/**
 * Builds a paged list's endpoint for `build.infiniteQuery`: `listCars: build.infiniteQuery({
 * ...pagedEndpoint('listCars'), providesTags: ['Car'] })` Each element of the hook's `data.pages`
 * is a `Page`; see `flattenPages`.
 */
export function definePagedEndpoint<K extends EndpointName>(name: K) {
  return {
    infiniteQueryOptions: {
      initialPageParam: null as string | null,
      getNextPageParam: (lastPage: Page<EndpointOutput<K>>) => lastPage.nextCursor ?? undefined,
    },
    query: ({ queryArg, pageParam }: { queryArg: CallArg<K>; pageParam: string | null }): ApiCall => {
      const call: ApiCall = { name, ...queryArg }
      return pageParam === null ? call : { ...call, query: { ...call.query, cursor: pageParam } }
    },
    transformResponse: (response: unknown, meta: ResponseMeta | undefined) =>
      toPage<EndpointOutput<K>>(response, meta),
  }
}

export function toPage<Items>(response: unknown, meta: ResponseMeta | undefined): Page<Items> {
  const rows = response as object[]
  const items = dropRemovedRows(rows)
  const total = meta?.total ?? null
  return {
    items: items as Items,
    total: total === null ? null : total - (rows.length - items.length),
    nextCursor: meta?.nextCursor ?? null,
  }
}

/** Returns all loaded items, and the total from the first page. */
export function flattenPages<Item>(data: { pages: Page<Item[]>[] } | undefined) {
  return { items: data?.pages.flatMap((page) => page.items), total: data?.pages[0]?.total ?? null }
}

/** Makes every part optional that has no required fields. */
type Loose<T> = { [P in keyof T as object extends T[P] ? never : P]: T[P] } & {
  [P in keyof T as object extends T[P] ? P : never]?: T[P]
}
