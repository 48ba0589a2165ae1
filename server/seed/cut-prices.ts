import { formatTypedPrice } from '../../contract/money.ts'
import { inChangeSet } from '../db/change-set.ts'
import type { Db } from '../db/tables.ts'
import type { CarRow } from './car-row.ts'
import { subtractDays } from './time-offsets.ts'
import { userId } from './people-rows.ts'

const DAY_MS = 86_400_000
/** Minimum number of days that a car must be listed before its price is cut. */
const MIN_AGE_DAYS = 14
const CUT_CENTS = 100_000
/** The dealer who cuts the prices of all longer-listed cars in one step. */
const DEALER_ID = userId('dealer@kerblight.test')
const DEALER_MIN_AGE_DAYS = 8
const DEALER_CUT_DAYS_AGO = 6
const DEALER_CUT_CENTS = 50_000

interface PriceCut {
  cars: readonly CarRow[]
  cutAt: Date
  amountCents: number
}

/** Inserts cars at their current prices. The history of some of them contains a price cut. */
export async function insertCarsWithHistory(trx: Db, cars: readonly CarRow[], now: Date): Promise<void> {
  const cuts = planPriceCuts(cars, now)
  const cutsByCar = new Map(cuts.flatMap((cut) => cut.cars.map(({ id }) => [id, cut.amountCents] as const)))
  const originalCars = cars.map((car) => ({ ...car, ...computeCutPrice(car, cutsByCar.get(car.id)) }))
  await trx.insertInto('cars').values(originalCars).execute()
  for (const cut of cuts) await cutPrices(trx, cut)
}

/**
 * Returns the price cuts, oldest first. One in three of the longer-listed cars has a cut, halfway between its
 * posting and now. The dealer's cars are all cut in one step.
 */
function planPriceCuts(cars: readonly CarRow[], now: Date): PriceCut[] {
  const priced = cars.filter(({ price_minor, state }) => price_minor !== null && state === 'instock')
  const isOlderThan = (car: CarRow, days: number) => now.getTime() - Date.parse(car.posted_at) > days * DAY_MS
  const singleCars = priced.filter(
    (car) => car.seller_id !== DEALER_ID && cars.indexOf(car) % 3 === 0 && isOlderThan(car, MIN_AGE_DAYS),
  )
  const dealerCars = priced.filter(
    (car) => car.seller_id === DEALER_ID && isOlderThan(car, DEALER_MIN_AGE_DAYS),
  )
  const halfWay = ({ posted_at }: CarRow) => new Date((Date.parse(posted_at) + now.getTime()) / 2)
  return [
    ...singleCars.map((car) => ({ cars: [car], cutAt: halfWay(car), amountCents: CUT_CENTS })),
    { cars: dealerCars, cutAt: subtractDays(now, DEALER_CUT_DAYS_AGO), amountCents: DEALER_CUT_CENTS },
  ].sort((a, b) => a.cutAt.getTime() - b.cutAt.getTime())
}

function computeCutPrice(
  { resell_price, price_minor }: CarRow,
  cutCents = 0,
): Pick<CarRow, 'resell_price' | 'price_minor'> {
  if (price_minor === null || cutCents === 0) return { resell_price, price_minor }
  return {
    resell_price: formatTypedPrice(price_minor + cutCents),
    price_minor: price_minor + cutCents,
  }
}

async function cutPrices(trx: Db, { cars, cutAt }: PriceCut): Promise<void> {
  if (cars.length === 0) return
  const author = { actorId: cars[0]!.seller_id, now: cutAt }
  const change = { kind: cars.length > 1 ? ('bulk-edit' as const) : ('edit' as const) }
  await inChangeSet(trx, author, change, async () => {
    for (const { id, resell_price, price_minor } of cars)
      await trx.updateTable('cars').set({ resell_price, price_minor }).where('id', '=', id).execute()
  })
}
