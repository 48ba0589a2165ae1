import type { CarPrice } from '../../../contract/cars/car-price.ts'
import { MIN_SIMILAR_CARS, priceLabelTexts } from '../../../contract/cars/price-labels.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { convertMileage, formatMileage } from '../../../contract/cars/mileage.ts'
import { formatDayAndTime, formatMonthAndDay } from '../../../contract/dates.ts'
import { formatCount } from '../../../contract/number-format.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath } from '../../../contract/pages.ts'
import { AmountLine, AmountLines } from '../../ui/controls/AmountLines.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { ErrorState } from '../../ui/controls/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { convertCarMileage, useMileageUnit } from '../../ui/mileage-unit.ts'
import { useGetCarPriceQuery } from './price.api.ts'
import { PriceScale, type SimilarPrices } from './PriceScale.tsx'
import { roundPrice, getSimilarPrices } from './similar-prices.ts'

/** Compares the price of a car with those of similar cars, and explains the result. */
export function PricePanel({ car }: { car: Car }) {
  const { currentData: price, error, isFetching, refetch } = useGetCarPriceQuery({ params: { id: car._id } })
  return (
    <section aria-labelledby="price-title" className="no-print">
      <Card className="flex flex-col gap-4 p-5">
        <h2 id="price-title" className="text-h3">
          Price compared
        </h2>
        {price ? (
          <Comparison car={car} price={price} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Loading label="Comparing the price" className="flex flex-col gap-3">
            <Skeleton className="h-6 w-60" />
            <Skeleton className="h-6 w-full" />
            <Skeleton className="h-20 w-full" />
          </Loading>
        )}
      </Card>
    </section>
  )
}

function Comparison({ car, price }: { car: Car; price: CarPrice }) {
  const prices = getSimilarPrices(price)
  return (
    <>
      {prices ? <Result car={car} price={price} prices={prices} /> : <NotEnough n={price.n} />}
      {price.comparables.length > 0 && <ClosestCars cars={price.comparables} />}
      <p className="text-tiny text-muted">
        Computed {formatDayAndTime(price.computedAt)} from asking prices on Kerblight and from sales of the
        last 180 days. Ratings, payments, and advertising play no part.
      </p>
    </>
  )
}

interface ResultProps {
  car: Car
  price: CarPrice
  prices: SimilarPrices
}

function Result({ car: { allInMinor }, price, prices }: ResultProps) {
  const range = `${roundPrice(prices.low)} to ${roundPrice(prices.high)}`
  return (
    <>
      <div className="flex flex-col gap-2">
        {price.label && <p className="text-lead font-bold">{priceLabelTexts[price.label]}</p>}
        <p>
          Most of {formatCount(price.n, 'similar car')} cost {range}
          {allInMinor !== null && <>, and this one costs {formatMoney(allInMinor)}</>}.
        </p>
      </div>
      <PriceScale prices={prices} price={allInMinor} />
      <Parts price={price} />
    </>
  )
}

/** Explains the expected price by the average similar car and the differences from it. */
function Parts({ price: { parts, mid } }: { price: CarPrice }) {
  const unit = useMileageUnit()
  const describePart = ({ part, difference }: CarPrice['parts'][number]) => {
    if (difference === null) return 'Average similar car'
    if (part === 'year')
      return `${formatCount(Math.abs(Math.round(difference * 10) / 10), 'year')} ${difference < 0 ? 'older' : 'newer'}`
    const distance = formatMileage(roundDistance(convertMileage(Math.abs(difference), 'mi', unit)), unit)
    return `${distance} ${difference < 0 ? 'less' : 'more'}`
  }
  return (
    <AmountLines className="text-small">
      {parts.filter(isNoticeable).map((part) => (
        <AmountLine
          key={part.part}
          name={describePart(part)}
          amount={part.difference === null ? roundPrice(part.minor) : signed(part.minor)}
        />
      ))}
      <AmountLine name="Expected price" amount={roundPrice(mid!)} isTotal />
    </AmountLines>
  )
}

/** Reports whether a part of the price is not zero after rounding. */
function isNoticeable({ minor }: CarPrice['parts'][number]): boolean {
  return roundPrice(Math.abs(minor)) !== roundPrice(0)
}

/** Rounds a distance to hundreds, because the average of several cars is not exact. */
function roundDistance(distance: number): number {
  return Math.round(distance / 100) * 100
}

function signed(minor: number): string {
  return `${minor < 0 ? '−' : '+'}${roundPrice(Math.abs(minor))}`
}

function NotEnough({ n }: { n: number }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-lead font-bold">{priceLabelTexts['not-enough']}</p>
      <p>
        {n === 0 ? 'No similar car is' : `Only ${formatCount(n, 'similar car')} ${n === 1 ? 'is' : 'are'}`} on
        the market or {n <= 1 ? 'was' : 'were'} sold here in the last 180 days. A fair range needs{' '}
        {MIN_SIMILAR_CARS} cars of the same model, fuel, transmission, and engine, at most 2 years apart.
      </p>
    </div>
  )
}

function ClosestCars({ cars }: { cars: CarPrice['comparables'] }) {
  const unit = useMileageUnit()
  return (
    <div>
      <h3 className="text-small font-semibold">Most similar</h3>
      <ul className="mt-1 text-small">
        {cars.map((car) => {
          const { mileage, mileageUnit } = convertCarMileage(unit, car)
          const facts = [
            formatMileage(mileage, mileageUnit),
            car.soldAt && `sold ${formatMonthAndDay(car.soldAt)}`,
          ].filter(Boolean)
          return (
            <li key={car._id} className="flex justify-between gap-4 border-t border-line py-2">
              <span className="min-w-0">
                <TextLink to={pagePath('car', { id: car._id })}>{car.name}</TextLink>
                {facts.length > 0 && <span className="block text-muted">{facts.join(' · ')}</span>}
              </span>
              <span className="font-semibold whitespace-nowrap tabular-nums">
                {formatMoney(car.priceMinor)}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
