import { formatCount } from '../../../contract/number-format.ts'
import { ProblemError } from '../../../contract/api/problems.ts'

/** Maximum number of concurrent uploads. Each photo is held in memory while it is received. */
const MAX_SLOTS = 32
/** Maximum number of concurrent uploads per account or network. */
const MAX_PER_CLIENT = 6
/**
 * Maximum share of the free slots per account or network. The fewer slots are free, the fewer each client
 * gets, and the last ones go to clients that have none (dynamic thresholds; Choudhury and Hahne, 1998).
 */
const MAX_CLIENT_SHARE = 1 / 4
/**
 * Maximum share of the free slots for all accounts on one network together. It stops users from gaining slots
 * with extra accounts.
 */
const MAX_NETWORK_SHARE = 1 / 2

const slotsInUse = new Map<string, number>()
let usedSlots = 0

/**
 * Takes an upload slot.
 * @param clientKey the account or network that uploads
 * @param network the network that the upload comes from, if it was sent over the web
 * @returns a function that releases the slot
 * @throws ProblemError `too-many-requests` if the client has its share, `service-unavailable` if all slots
 * are taken
 */
export function takeUploadSlot(clientKey: string, network: string | null = null): () => void {
  const freeSlots = MAX_SLOTS - usedSlots
  if (freeSlots === 0)
    throw new ProblemError('service-unavailable', {
      detail: 'Too many photos are being uploaded. Try again in a moment.',
      headers: { 'Retry-After': '5' },
    })
  const shares = computeSlotShares(freeSlots, clientKey, network)
  shares.forEach(([holder, share]) => checkShare(holder, share))
  shares.forEach(([holder]) => addSlots(holder, 1))
  usedSlots++
  return () => {
    shares.forEach(([holder]) => addSlots(holder, -1))
    usedSlots--
  }
}

function computeSlotShares(
  freeSlots: number,
  clientKey: string,
  network: string | null,
): [holder: string, share: number][] {
  const clientShare = Math.min(MAX_PER_CLIENT, Math.ceil(freeSlots * MAX_CLIENT_SHARE))
  if (network === null) return [[clientKey, clientShare]]
  return [
    [clientKey, clientShare],
    [`network ${network}`, Math.ceil(freeSlots * MAX_NETWORK_SHARE)],
  ]
}

function checkShare(holder: string, share: number): void {
  if ((slotsInUse.get(holder) ?? 0) < share) return
  throw new ProblemError('too-many-requests', {
    detail: `Upload at most ${formatCount(share, 'photo')} at once.`,
    headers: { 'Retry-After': '2' },
  })
}

function addSlots(holder: string, count: number): void {
  const newCount = (slotsInUse.get(holder) ?? 0) + count
  if (newCount > 0) slotsInUse.set(holder, newCount)
  else slotsInUse.delete(holder)
}
