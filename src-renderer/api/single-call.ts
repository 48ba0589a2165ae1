import type { EndpointInput, EndpointOutput } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { callApi } from './base-query.ts'
import { ProblemFailure } from './problem.ts'

/**
 * Sends a call that is authenticated by an ID token instead of the session. It bypasses the cache,
 * which would store the token with the arguments.
 * @throws ProblemFailure
 */
export async function callAs<K extends EndpointName>(
  idToken: string,
  name: K,
  input: EndpointInput<K>,
): Promise<EndpointOutput<K>> {
  const headers = { authorization: `Bearer ${idToken}` }
  const response = await callApi({ name, ...input, headers }, new AbortController().signal)
  if (response.error) throw new ProblemFailure(response.error)
  return response.data as EndpointOutput<K>
}
