import type { EndpointInput, EndpointOutput } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import type { AnswerMeta, ApiCall } from './base-query.ts'
import { withoutRemoved } from './removed-rows.ts'

/** What a hook of this endpoint takes: its params, query and body (parts without a required field may be left out). */
export type CallInput<K extends EndpointName> = Loose<EndpointInput<K>> & { headers?: Record<string, string> }

/** `void` where nothing must be sent. */
export type CallArg<K extends EndpointName> =
  object extends Loose<EndpointInput<K>> ? CallInput<K> | void : CallInput<K>

/**
 * A call of the contract as an endpoint of the api, its path and types from the contract alone:
 * `listReviews: build.query({ ...endpoint('listAllReviews'), providesTags: ['Review'] })`
 */
export function endpoint<K extends EndpointName>(name: K) {
  return {
    query: (input: CallArg<K>): ApiCall => ({ name, ...input }),
    // The server checks its answers against the same schema in its tests; here the type is taken at its word.
    transformResponse: (answer: unknown) => answer as EndpointOutput<K>,
  }
}

/** One page of a list: its items, and what the headers say of the rest. */
export interface Page<Items> {
  items: Items
  total: number | null
  nextCursor: string | null
}

/**
 * A list that comes in pages, for `build.infiniteQuery`:
 * `listCars: build.infiniteQuery({ ...pagedEndpoint('listCars'), providesTags: ['Car'] })`
 * The hook's `data.pages` are of `Page`; see `pagesOf`.
 */
export function pagedEndpoint<K extends EndpointName>(name: K) {
  return {
    infiniteQueryOptions: {
      initialPageParam: null as string | null,
      getNextPageParam: (last: Page<EndpointOutput<K>>) => last.nextCursor ?? undefined,
    },
    query: ({ queryArg, pageParam }: { queryArg: CallArg<K>; pageParam: string | null }): ApiCall => {
      const call: ApiCall = { name, ...queryArg }
      return pageParam === null ? call : { ...call, query: { ...call.query, cursor: pageParam } }
    },
    transformResponse: (answer: unknown, meta: AnswerMeta | undefined) =>
      toPage<EndpointOutput<K>>(answer, meta),
  }
}

export function toPage<Items>(answer: unknown, meta: AnswerMeta | undefined): Page<Items> {
  const rows = answer as object[]
  const items = withoutRemoved(rows)
  const total = meta?.total ?? null
  return {
    items: items as Items,
    total: total === null ? null : total - (rows.length - items.length),
    nextCursor: meta?.nextCursor ?? null,
  }
}

/** All items so far, and the total that the first page named. */
export function pagesOf<Item>(data: { pages: Page<Item[]>[] } | undefined) {
  return { items: data?.pages.flatMap((page) => page.items), total: data?.pages[0]?.total ?? null }
}

/** Parts that may be left out become optional. */
type Loose<T> = { [P in keyof T as object extends T[P] ? never : P]: T[P] } & {
  [P in keyof T as object extends T[P] ? P : never]?: T[P]
}
