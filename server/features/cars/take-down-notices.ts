import type { Availability } from '../../../contract/cars.ts'
import { pages } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import { notify, type Notice } from '../messages/notify.ts'
import { nameOf, type Car } from './car.ts'
import { tellOfApproval, tellOfReview } from './review-notices.ts'

type News = Pick<Notice, 'kind' | 'subject' | 'body'>

/** Tells sellers that an admin took listings of theirs down: each once, however many it were. */
export function tellOfTakeDown(
  trx: Db,
  ctx: Context,
  actor: Actor,
  cars: readonly Car[],
  reason = '',
): Promise<void> {
  return tellSellers(trx, ctx, actor, cars, (names) => ({
    kind: 'taken-down',
    subject: `Taken down: ${titleOf(names)}`,
    body: [`Our team took down ${listingsOf(names)}.`, reason && `Reason: ${reason}`]
      .filter(Boolean)
      .join('\n\n'),
  }))
}

/** Tells them that the admin has taken that back. */
export function tellOfReturn(trx: Db, ctx: Context, actor: Actor, cars: readonly Car[]): Promise<void> {
  return tellSellers(trx, ctx, actor, cars, (names) => ({
    kind: 'put-back',
    subject: `Restored: ${titleOf(names)}`,
    body: `Our team restored ${listingsOf(names)}. Nothing else has changed.`,
  }))
}

/** Tells its seller that an admin has moved a car of theirs. */
export function tellOfMove(trx: Db, ctx: Context, actor: Actor, car: Car, to: Availability): Promise<void> {
  if (to === 'in-review') return tellOfReview(trx, ctx, car)
  if (to === 'instock')
    return car.state === 'in-review' ? tellOfApproval(trx, ctx, car) : tellOfReturn(trx, ctx, actor, [car])
  if (to !== 'sold-elsewhere') return tellOfTakeDown(trx, ctx, actor, [car])
  return tellSellers(trx, ctx, actor, [car], (names) => ({
    kind: 'taken-down',
    subject: `Marked as sold: ${titleOf(names)}`,
    body: `Our team marked ${listingsOf(names)} as sold elsewhere. You can bring it back in My cars.`,
  }))
}

/** Nobody is told of what they did to their own cars. */
async function tellSellers(
  trx: Db,
  ctx: Context,
  actor: Actor,
  cars: readonly Car[],
  newsOf: (names: string[]) => News,
): Promise<void> {
  const others = cars.filter(({ sellerId }) => sellerId !== actor.id)
  for (const [userId, own] of Map.groupBy(others, ({ sellerId }) => sellerId))
    await notify(trx, ctx, { ...newsOf(own.map(nameOf)), userId, link: pages.myCars.path })
}

/** As short as a subject has to be. */
function titleOf(names: string[]): string {
  return names.length === 1 ? names[0]! : `${names.length} of your listings`
}

function listingsOf(names: string[]): string {
  return names.length === 1 ? `your listing for the ${names[0]}` : `${titleOf(names)}: ${names.join(', ')}`
}
