import { formatCount } from '../../../contract/number-format.ts'
import { pages } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import { deleteUnread, replaceUnread } from '../../core/messages/message.repository.ts'
import { notify } from '../../core/messages/notify.ts'
import { listAdminIds } from '../../core/users/user.repository.ts'
import type { Db } from '../../db/tables.ts'
import { findCars } from '../cars/car.repository.ts'
import { formatCarName } from '../cars/car.ts'
import { countOpenMatches } from './photo-matches.repository.ts'

/**
 * Notifies the admins of cars with the same photo. Until an admin reads the message, it is updated to count
 * further pairs.
 * @param ids the cars of the pair that was found
 */
export async function notifyPhotoMatch(
  trx: Db,
  ctx: Pick<Context, 'config' | 'now'>,
  ids: readonly [string, string],
): Promise<void> {
  const total = await countOpenMatches(trx)
  if (total === 0) return
  const notice = total === 1 ? { carId: ids[0], ...(await describePair(trx, ids)) } : describePairs(total)
  for (const userId of await listAdminIds(trx))
    await notify(trx, ctx, { userId, ...notice, ...sharedContent, replacesUnread: true })
}

/** Updates the number of pairs in the admins' unread messages, or deletes these messages if no pair is left. */
export async function recountMatches(trx: Db): Promise<void> {
  const admins = await listAdminIds(trx)
  if (admins.length === 0) return
  const total = await countOpenMatches(trx)
  if (total === 0) await deleteUnread(trx, admins, sharedContent.kind)
  else await replaceUnread(trx, admins, { ...describePairs(total), ...sharedContent })
}

const sharedContent = { kind: 'same-photo' as const, link: pages.reports.path }

async function describePair(trx: Db, ids: readonly [string, string]) {
  const cars = await findCars(trx, ids)
  const [car, other] = ids.map((id) => cars.find((one) => one.id === id)!) as [
    (typeof cars)[number],
    (typeof cars)[number],
  ]
  return {
    subject: `Same photo: ${formatCarName(car)} and ${formatCarName(other)}`,
    body: `${car.sellerName}’s ${formatCarName(car)} has the same photo as ${other.sellerName}’s ${formatCarName(other)}. You won’t be notified of these two cars again.`,
  }
}

function describePairs(total: number) {
  return {
    subject: `Same photo: ${formatCount(total, 'pair')} of cars`,
    body: `Cars of different sellers have the same photo: ${formatCount(total, 'pair')}. You won’t be notified of these cars again.`,
  }
}
