import { ProblemError } from '../../../contract/problems.ts'

/** @param again when the buyer may hold the car again */
export function waitToHold(
  code: 'hold-expired' | 'holds-paused',
  detail: `${string}.`,
  again: Date,
  now: Date,
): ProblemError {
  return new ProblemError(code, {
    detail,
    facts: { again: again.toISOString() },
    headers: { 'Retry-After': String(Math.ceil((again.getTime() - now.getTime()) / 1000)) },
  })
}
