import { formatMoney } from '../../contract/money.ts'
import { ascribe } from '../db/change-set.ts'
import type { Db, Row } from '../db/tables.ts'

type CarRow = Row<'cars'>

const DAY = 86_400_000
/** Cars that are listed for less time have their first price still. */
const MIN_AGE = 14 * DAY
/** What they were listed for at first: so many cents more. */
const CUT = 100_000

/** Of these cars, those whose seller has cut the price half-way: one in three of those listed for a while. */
function isCut({ posted_at, price_minor, state }: CarRow, place: number, now: Date): boolean {
  const isOld = now.getTime() - Date.parse(posted_at) > MIN_AGE
  return place % 3 === 0 && isOld && price_minor !== null && state === 'instock'
}

/** Inserts cars as they are today, some with a price that was higher before: so it stands in their history. */
export async function insertCarsWithHistory(trx: Db, cars: readonly CarRow[], now: Date): Promise<void> {
  const cut = cars.filter((car, place) => isCut(car, place, now))
  const ids = new Set(cut.map(({ id }) => id))
  const first = cars.map((car) => (ids.has(car.id) ? { ...car, ...priceOf(car.price_minor! + CUT) } : car))
  await trx.insertInto('cars').values(first).execute()
  for (const { id, seller_id, posted_at, resell_price, price_minor } of cut) {
    const half = new Date((Date.parse(posted_at) + now.getTime()) / 2)
    await ascribe(trx, { actorId: seller_id, now: half }, () =>
      trx.updateTable('cars').set({ resell_price, price_minor }).where('id', '=', id).execute(),
    )
  }
}

function priceOf(minor: number): Pick<CarRow, 'resell_price' | 'price_minor'> {
  return { resell_price: formatMoney(minor).replace('$', ''), price_minor: minor }
}
