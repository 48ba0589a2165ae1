import { carName } from '../../contract/car-name.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import type { StoredCar } from '../features/cars/stored-car.ts'
import { notify, type Notice } from '../features/messages/notify.ts'
import type { Actor } from '../http/handler.ts'

type News = Pick<Notice, 'kind' | 'subject' | 'body'>

/** Tells sellers that an admin took listings of theirs down: each once, however many it were. */
export function tellOfTakeDown(
  trx: Db,
  ctx: Context,
  actor: Actor,
  cars: readonly StoredCar[],
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
export function tellOfReturn(trx: Db, ctx: Context, actor: Actor, cars: readonly StoredCar[]): Promise<void> {
  return tellSellers(trx, ctx, actor, cars, (names) => ({
    kind: 'put-back',
    subject: `Restored: ${titleOf(names)}`,
    body: `Our team restored ${listingsOf(names)}. Nothing else has changed.`,
  }))
}

/** Nobody is told of what they did to their own cars. */
async function tellSellers(
  trx: Db,
  ctx: Context,
  actor: Actor,
  cars: readonly StoredCar[],
  newsOf: (names: string[]) => News,
): Promise<void> {
  const others = cars.filter(({ sellerId }) => sellerId !== actor.id)
  for (const [userId, own] of Map.groupBy(others, ({ sellerId }) => sellerId))
    await notify(trx, ctx, { ...newsOf(own.map(carName)), userId, link: '/dashboard/mycars' })
}

/** As short as a subject has to be. */
function titleOf(names: string[]): string {
  return names.length === 1 ? names[0]! : `${names.length} of your listings`
}

function listingsOf(names: string[]): string {
  return names.length === 1 ? `your listing for the ${names[0]}` : `${titleOf(names)}: ${names.join(', ')}`
}
