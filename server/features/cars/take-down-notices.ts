import type { Availability } from '../../../contract/cars/cars.ts'
import { pages } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import { notify, type Notice } from '../../core/messages/notify.ts'
import { formatCarName, type Car } from './car.ts'
import { recountReviews, notifyApprovals, notifySellerOfReview } from './review-notices.ts'

type NamedCar = Pick<Car, 'sellerId' | 'year' | 'make' | 'modelName'>
type News = Pick<Notice, 'kind' | 'subject' | 'body'>

/** Notifies sellers that an admin took down their listings, with one message per seller. */
export function notifyTakeDown(
  trx: Db,
  ctx: Context,
  actor: Actor,
  cars: readonly Car[],
  reason = '',
): Promise<void> {
  return notifySellers(trx, ctx, actor, cars, (names) => ({
    kind: 'taken-down',
    subject: `Taken down: ${describeListings(names)}`,
    body: [`Our team took down ${formatListings(names)}.`, reason && `Reason: ${reason}`]
      .filter(Boolean)
      .join('\n\n'),
  }))
}

export function notifyRelisting(
  trx: Db,
  ctx: Context,
  actor: Actor,
  cars: readonly NamedCar[],
): Promise<void> {
  return notifySellers(trx, ctx, actor, cars, (names) => ({
    kind: 'put-back',
    subject: `Restored: ${describeListings(names)}`,
    body: `Our team restored ${formatListings(names)}. Nothing else has changed.`,
  }))
}

export interface Moved {
  car: Car
  to: Availability
}

/**
 * Notifies sellers of their cars' new states. Each seller receives one message per kind of move for the cars
 * that an admin has moved.
 */
export async function notifyStateChanges(
  trx: Db,
  ctx: Context,
  actor: Actor,
  moves: readonly Moved[],
): Promise<void> {
  const isApproval = ({ car, to }: Moved) => to === 'instock' && car.state === 'in-review'
  const waiting = moves.filter(({ to }) => to === 'in-review').map(({ car }) => car)
  // A message counts all cars of its seller and names the last one.
  for (const cars of Map.groupBy(waiting, ({ sellerId }) => sellerId).values())
    await notifySellerOfReview(trx, ctx, cars.at(-1)!)
  await notifyApprovals(
    trx,
    ctx,
    moves.filter(isApproval).map(({ car }) => car),
  )
  if (moves.some(({ car, to }) => car.state === 'in-review' && to !== 'in-review')) await recountReviews(trx)
  const otherMoves = moves.filter((move) => move.to !== 'in-review' && !isApproval(move))
  const { instock = [], 'sold-elsewhere': soldCars = [], ...takenDownCars } = groupCars(otherMoves)
  await notifyRelisting(trx, ctx, actor, instock)
  await notifySoldElsewhere(trx, ctx, actor, soldCars)
  for (const cars of Object.values(takenDownCars)) await notifyTakeDown(trx, ctx, actor, cars)
}

function groupCars(moves: readonly Moved[]): Partial<Record<Availability, Car[]>> {
  const groups: Partial<Record<Availability, Car[]>> = {}
  for (const { car, to } of moves) (groups[to] ??= []).push(car)
  return groups
}

function notifySoldElsewhere(trx: Db, ctx: Context, actor: Actor, cars: readonly Car[]): Promise<void> {
  return notifySellers(trx, ctx, actor, cars, (names) => ({
    kind: 'taken-down',
    subject: `Marked as sold: ${describeListings(names)}`,
    body: `Our team marked ${formatListings(names)} as sold elsewhere. You can bring ${names.length === 1 ? 'it' : 'them'} back in My cars.`,
  }))
}

/** Notifies the sellers of these cars. Actors are not notified of actions on their own cars. */
async function notifySellers(
  trx: Db,
  ctx: Context,
  actor: Actor,
  cars: readonly NamedCar[],
  composeNews: (names: string[]) => News,
): Promise<void> {
  const othersCars = cars.filter(({ sellerId }) => sellerId !== actor.id)
  for (const [userId, sellersCars] of Map.groupBy(othersCars, ({ sellerId }) => sellerId))
    await notify(trx, ctx, {
      ...composeNews(sellersCars.map(formatCarName)),
      userId,
      link: pages.myCars.path,
    })
}

function describeListings(names: string[]): string {
  return names.length === 1 ? names[0]! : `${names.length} of your listings`
}

function formatListings(names: string[]): string {
  return names.length === 1
    ? `your listing for the ${names[0]}`
    : `${describeListings(names)}: ${listFirst(names)}`
}

/** Maximum number of cars that a message names. Others are only counted. */
const MAX_NAMED = 50

function listFirst(names: string[]): string {
  const firstNames = names.slice(0, MAX_NAMED).join(', ')
  return names.length <= MAX_NAMED ? firstNames : `${firstNames}, and ${names.length - MAX_NAMED} more`
}
