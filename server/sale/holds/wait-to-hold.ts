import { ProblemError } from '../../../contract/api/problems.ts'

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

/** To a buyer whose own holds were long enough. */
export function usedUp(again: Date, now: Date): ProblemError {
  const why = 'You’ve held this car for as long as anyone can. Others go first for now.'
  return waitToHold('hold-expired', why, again, now)
}
