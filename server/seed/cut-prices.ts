import { formatMoney } from '../../contract/money.ts'
import { inChangeSet } from '../db/change-set.ts'
import type { Db, Row } from '../db/tables.ts'
import { ago } from './ago.ts'
import { userId } from './people-rows.ts'

type CarRow = Row<'cars'>

const DAY = 86_400_000
/** Number of days for which cars must be listed before their price is cut. */
const MIN_AGE_DAYS = 14
const CUT = 100_000
/** The dealership, which cuts the prices of all its longer-listed cars in one step. */
const DEALER = userId('dealer@kerblight.test')
const DEALER_MIN_AGE_DAYS = 8
const DEALER_CUT_DAYS_AGO = 6
const DEALER_CUT = 50_000

/** A price cut that a seller applies to one or more cars in one step. */
interface PriceCut {
  cars: readonly CarRow[]
  at: Date
  /** The amount of the cut, in cents. */
  by: number
}

/**
 * Inserts cars with their current prices. Some had a higher price before, and their history shows that
 * change.
 */
export async function insertCarsWithHistory(trx: Db, cars: readonly CarRow[], now: Date): Promise<void> {
  const cuts = cutsOf(cars, now)
  const more = new Map(cuts.flatMap((cut) => cut.cars.map(({ id }) => [id, cut.by] as const)))
  const first = cars.map((car) => ({ ...car, ...priceOf(car, more.get(car.id)) }))
  await trx.insertInto('cars').values(first).execute()
  for (const cut of cuts) await cutPrices(trx, cut)
}

/**
 * Returns the price cuts, oldest first. One in three of the longer-listed cars has a cut, halfway between its
 * posting and now. All of the dealership's cars are cut in one step.
 */
function cutsOf(cars: readonly CarRow[], now: Date): PriceCut[] {
  const priced = cars.filter(({ price_minor, state }) => price_minor !== null && state === 'instock')
  const isOver = (car: CarRow, days: number) => now.getTime() - Date.parse(car.posted_at) > days * DAY
  const singles = priced.filter(
    (car) => car.seller_id !== DEALER && cars.indexOf(car) % 3 === 0 && isOver(car, MIN_AGE_DAYS),
  )
  const together = priced.filter((car) => car.seller_id === DEALER && isOver(car, DEALER_MIN_AGE_DAYS))
  const halfWay = ({ posted_at }: CarRow) => new Date((Date.parse(posted_at) + now.getTime()) / 2)
  return [
    ...singles.map((car) => ({ cars: [car], at: halfWay(car), by: CUT })),
    { cars: together, at: ago(now, DEALER_CUT_DAYS_AGO), by: DEALER_CUT },
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
}

function priceOf(
  { resell_price, price_minor }: CarRow,
  more = 0,
): Pick<CarRow, 'resell_price' | 'price_minor'> {
  if (price_minor === null || more === 0) return { resell_price, price_minor }
  return { resell_price: formatMoney(price_minor + more).replace('$', ''), price_minor: price_minor + more }
}

async function cutPrices(trx: Db, { cars, at }: PriceCut): Promise<void> {
  if (cars.length === 0) return
  const by = { actorId: cars[0]!.seller_id, now: at }
  const what = { kind: cars.length > 1 ? ('bulk-edit' as const) : ('edit' as const) }
  await inChangeSet(trx, by, what, async () => {
    for (const { id, resell_price, price_minor } of cars)
      await trx.updateTable('cars').set({ resell_price, price_minor }).where('id', '=', id).execute()
  })
}
