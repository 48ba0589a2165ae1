import type { CarFacets } from '../../../contract/car-search.ts'
import { formatMoney, parsePrice } from '../../../contract/money.ts'
import { cx } from '../../ui/cx.ts'
import type { Filters } from './search-filters.ts'

interface PriceHistogramProps {
  price: NonNullable<CarFacets['price']>
  filters: Filters
}

/** How many cars cost how much; the bars of the chosen range are coloured. */
export function PriceHistogram({ price, filters }: PriceHistogramProps) {
  const { min, max, buckets } = price
  const least = parsePrice(filters.priceMin ?? '') ?? 0
  const most = parsePrice(filters.priceMax ?? '') ?? Infinity
  const highest = Math.max(1, ...buckets.map(({ count }) => count))

  return (
    <div
      role="img"
      aria-label={`Prices from ${formatMoney(min)} to ${formatMoney(max)}`}
      className="flex h-15 items-end gap-0.75 border-b-3 border-primary"
    >
      {buckets.map((bucket) => (
        <span
          key={bucket.min}
          className={cx(
            'flex-1 rounded-t-[3px]',
            bucket.min <= most && (bucket.max ?? Infinity) > least ? 'bg-primary' : 'bg-line',
          )}
          style={{ height: bucket.count === 0 ? 0 : `${Math.max(6, (100 * bucket.count) / highest)}%` }}
        />
      ))}
    </div>
  )
}
