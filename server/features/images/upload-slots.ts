import { ProblemError } from '../../../contract/problems.ts'

/** Each upload holds its picture in memory while it comes in, so there are only so many at once. */
const MOST = 32
/** Of one account or network, so that nobody takes them all. */
const MOST_EACH = 6

const taken = new Map<string, number>()

/**
 * @param whose the account or network that uploads
 * @returns gives the slot back
 * @throws ProblemError `too-many-requests` where they have their share, `service-unavailable` where all are taken
 */
export function takeUploadSlot(whose: string): () => void {
  const own = taken.get(whose) ?? 0
  if (own >= MOST_EACH)
    throw new ProblemError('too-many-requests', {
      detail: `Upload at most ${MOST_EACH} pictures at once.`,
      headers: { 'Retry-After': '2' },
    })
  if (sum(taken.values()) >= MOST)
    throw new ProblemError('service-unavailable', {
      detail: 'Too many pictures are being uploaded. Try again in a moment.',
      headers: { 'Retry-After': '5' },
    })
  taken.set(whose, own + 1)
  return () => {
    const left = taken.get(whose)! - 1
    if (left > 0) taken.set(whose, left)
    else taken.delete(whose)
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
