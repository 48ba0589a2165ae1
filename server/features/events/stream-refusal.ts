import { ProblemError, type Sentence } from '../../../contract/problems.ts'

const RETRY_SECONDS = 30

/** For whom there is no stream: no more are there at all, or they have as many as one may. */
export function streamRefusal(
  code: 'service-unavailable' | 'too-many-requests',
  detail: Sentence = 'No more live connections are available. Try again in a moment.',
): ProblemError {
  return new ProblemError(code, { detail, headers: { 'Retry-After': String(RETRY_SECONDS) } })
}
