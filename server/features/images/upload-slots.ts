import { countOf } from '../../../contract/count-of.ts'
import { ProblemError } from '../../../contract/problems.ts'

/** Each upload holds its picture in memory while it comes in, so there are only so many at once. */
const MAX = 32
/** Of one account or network. */
const MAX_EACH = 6
/**
 * And never more than a quarter of what is left: the fewer there are, the fewer one gets, and the last are for those
 * who have none (dynamic thresholds; Choudhury and Hahne, 1998).
 */
const SHARE_OF_FREE = 1 / 4

const taken = new Map<string, number>()

/**
 * @param whose the account or network that uploads
 * @returns gives the slot back
 * @throws ProblemError `too-many-requests` where they have their share, `service-unavailable` where all are taken
 */
export function takeUploadSlot(whose: string): () => void {
  const own = taken.get(whose) ?? 0
  const free = MAX - sum(taken.values())
  if (free === 0)
    throw new ProblemError('service-unavailable', {
      detail: 'Too many photos are being uploaded. Try again in a moment.',
      headers: { 'Retry-After': '5' },
    })
  const share = Math.min(MAX_EACH, Math.ceil(free * SHARE_OF_FREE))
  if (own >= share)
    throw new ProblemError('too-many-requests', {
      detail: `Upload at most ${countOf(share, 'picture')} at once.`,
      headers: { 'Retry-After': '2' },
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
