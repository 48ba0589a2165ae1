import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import type { AnswerMeta, ApiCall } from './base-query.ts'
import { toPage, type CallArg } from './endpoint.ts'

/** A list read by places, a page a query, in the shape of one that comes in pages; each says its place where it was asked for by a row. */
export function listEndpoint<K extends EndpointName>(name: K) {
  return {
    query: (input: CallArg<K>): ApiCall => ({ name, ...input }),
    transformResponse: (answer: unknown, meta: AnswerMeta | undefined) => ({
      pages: [{ ...toPage<EndpointOutput<K>>(answer, meta), offset: meta?.offset ?? null }],
    }),
  }
}
