import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import type { ResponseMeta, ApiCall } from './base-query.ts'
import { toPage, type CallArg } from './endpoint.ts'

/**
 * Builds the endpoint of a list that is read by offset, one page per query. The result has the
 * shape of a paged list. A page that was requested by row also includes its offset.
 */
export function listEndpoint<K extends EndpointName>(name: K) {
  return {
    query: (input: CallArg<K>): ApiCall => ({ name, ...input }),
    transformResponse: (response: unknown, meta: ResponseMeta | undefined) => ({
      pages: [{ ...toPage<EndpointOutput<K>>(response, meta), offset: meta?.offset ?? null }],
    }),
  }
}
