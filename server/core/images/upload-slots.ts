import { countOf } from '../../../contract/figure.ts'
import { ProblemError } from '../../../contract/api/problems.ts'

/**
 * Maximum number of concurrent uploads. The number is limited because each photo is held in memory while it
 * is received.
 */
const MAX = 32
/** Maximum number of concurrent uploads per account or network. */
const MAX_EACH = 6
/**
 * Maximum share of the free slots per account or network. The fewer slots are free, the fewer each client
 * gets, and the last ones go to clients that have none (dynamic thresholds; Choudhury and Hahne, 1998).
 */
const SHARE_OF_FREE = 1 / 4
/**
 * Maximum share of the free slots that all accounts on one network may hold together, by the same rule. It
 * exists because anyone can create many accounts for free.
 */
const NETWORKS_SHARE_OF_FREE = 1 / 2

const taken = new Map<string, number>()
let used = 0

/**
 * Takes an upload slot.
 * @param clientKey the account or network that uploads
 * @param network the network from which the upload comes, if it was sent over the web
 * @returns a function that releases the slot
 * @throws ProblemError `too-many-requests` if the client has its share, `service-unavailable` if all slots
 * are taken
 */
export function takeUploadSlot(clientKey: string, network: string | null = null): () => void {
  const free = MAX - used
  if (free === 0)
    throw new ProblemError('service-unavailable', {
      detail: 'Too many photos are being uploaded. Try again in a moment.',
      headers: { 'Retry-After': '5' },
    })
  const shares = sharesOf(free, clientKey, network)
  shares.forEach(([holder, share]) => checkShare(holder, share))
  shares.forEach(([holder]) => add(holder, 1))
  used++
  return () => {
    shares.forEach(([holder]) => add(holder, -1))
    used--
  }
}

function sharesOf(
  free: number,
  clientKey: string,
  network: string | null,
): [holder: string, share: number][] {
  const own = Math.min(MAX_EACH, Math.ceil(free * SHARE_OF_FREE))
  if (network === null) return [[clientKey, own]]
  return [
    [clientKey, own],
    [`network ${network}`, Math.ceil(free * NETWORKS_SHARE_OF_FREE)],
  ]
}

function checkShare(holder: string, share: number): void {
  if ((taken.get(holder) ?? 0) < share) return
  throw new ProblemError('too-many-requests', {
    detail: `Upload at most ${countOf(share, 'photo')} at once.`,
    headers: { 'Retry-After': '2' },
  })
}

function add(holder: string, count: number): void {
  const now = (taken.get(holder) ?? 0) + count
  if (now > 0) taken.set(holder, now)
  else taken.delete(holder)
}
