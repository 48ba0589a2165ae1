import { formatMoney } from '../../../contract/money.ts'
import { pages } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import { notify, type Notice } from '../../core/messages/notify.ts'
import {
  listUnreportedPriceChanges,
  markPriceAsNotified,
  type UnreportedPriceChange,
} from './unnotified-price.repository.ts'

/**
 * Time in milliseconds for which a price must be unchanged before it is reported. A price corrected sooner is
 * considered a typo.
 */
const SETTLED_MS = 10 * 60_000
/** Minimum time between two notifications to a buyer about the same car's price, in milliseconds. */
const QUIET_MS = 24 * 3600_000
/** Age in milliseconds after which an unreported change is no longer reported. */
const MAX_AGE_MS = 7 * QUIET_MS
const BATCH_SIZE = 200

/** Notifies buyers of price changes on their lists, at most once a day per buyer and car. */
export async function notifyPriceChanges(ctx: Pick<Context, 'db' | 'config' | 'now'>): Promise<void> {
  const timeBefore = (ms: number) => new Date(ctx.now().getTime() - ms)
  const unnotified = await listUnreportedPriceChanges(ctx.db, {
    changedSince: timeBefore(MAX_AGE_MS),
    changedBefore: timeBefore(SETTLED_MS),
    notifiedBefore: timeBefore(QUIET_MS),
    limit: BATCH_SIZE,
  })
  for (const price of unnotified)
    await ctx.db.transaction().execute(async (trx) => {
      if (await markPriceAsNotified(trx, price, ctx.now())) await notify(trx, ctx, composePriceNotice(price))
    })
}

function composePriceNotice({
  buyerId,
  carId,
  carName,
  knownMinor,
  priceMinor,
}: UnreportedPriceChange): Notice {
  const price = formatMoney(priceMinor)
  const sharedFields = {
    userId: buyerId,
    kind: 'price-changed' as const,
    link: pages.purchases.path,
    carId,
    nextStep: 'Look at the car on your purchase list, and buy it or remove it.',
  }
  if (knownMinor === null)
    return {
      ...sharedFields,
      subject: `Price set: ${carName}, ${price}`,
      body: `The ${carName} on your purchase list had no price. It costs ${price} now.`,
      facts: [['Price', price]],
    }
  const isLower = priceMinor < knownMinor
  return {
    ...sharedFields,
    subject: `${isLower ? 'Price drop' : 'Price increase'}: ${carName}, ${price}`,
    body: `The price of the ${carName} on your purchase list went ${isLower ? 'down' : 'up'} from ${formatMoney(knownMinor)} to ${price}.`,
    facts: [
      ['Price', price],
      ['Price before', formatMoney(knownMinor)],
    ],
  }
}
