import { useEffect, useEffectEvent, useState } from 'react'
import type { CarFacets } from '../../../contract/cars/car-search.ts'
import { cx } from '../../ui/cx.ts'
import { findCoveredBars, moveEnd, type PriceEnd } from './price-range.ts'
import { showAmount, type Filters } from './search-filters.ts'
import { NativeInput } from '../../ui/controls/native-controls.ts'

/** The debounce delay in milliseconds, long enough to move to the next bar. */
const PAUSE = 350

interface PriceRangeProps {
  price: NonNullable<CarFacets['price']>
  filters: Filters
  onChange: (next: Filters) => void
}

/**
 * Shows the number of cars per price bucket, with a thumb at each end of the range. Thumbs move from bar to
 * bar, and apply when they rest or are released.
 */
export function PriceRange({ price: { buckets }, filters, onChange }: PriceRangeProps) {
  const { priceMin = '', priceMax = '' } = filters
  const requestedRange = `${priceMin}-${priceMax}`
  const [seen, setSeen] = useState(requestedRange)
  const [moved, setMoved] = useState<Pick<Filters, PriceEnd> | null>(null)
  if (seen !== requestedRange) {
    setSeen(requestedRange)
    setMoved(null)
  }

  const handlePause = useEffectEvent(commit)
  useEffect(() => {
    if (!moved) return
    const timer = setTimeout(handlePause, PAUSE)
    return () => clearTimeout(timer)
  }, [moved])

  const shown = { ...filters, ...moved }
  const { from, to } = findCoveredBars(buckets, shown)
  const highest = Math.max(1, ...buckets.map(({ count }) => count))
  const thumb = {
    min: 0,
    max: buckets.length,
    className: 'price-thumb',
    onPointerUp: commit,
    onBlur: commit,
  }

  function move(end: PriceEnd, place: string) {
    const next = moveEnd(buckets, shown, end, Number(place))
    setMoved({ priceMin: next.priceMin ?? '', priceMax: next.priceMax ?? '' })
  }

  function commit() {
    if (!moved) return
    if (`${moved.priceMin}-${moved.priceMax}` === requestedRange) setMoved(null)
    else onChange({ ...filters, ...moved })
  }

  return (
    <div className="price-range">
      <div aria-hidden="true" className="flex h-15 items-end gap-0.75">
        {buckets.map(({ min, count }, place) => (
          <svg
            key={min}
            className={cx(
              'min-w-0 flex-1 rounded-t-[3px]',
              place >= from && place < to ? 'bg-primary' : 'bg-line-strong/40',
            )}
            width={0}
            height={count === 0 ? 0 : `${Math.max(6, (100 * count) / highest)}%`}
          />
        ))}
      </div>
      <svg aria-hidden="true" className="price-track">
        <rect x={share(from)} width={share(to - from)} height="100%" />
      </svg>
      <NativeInput
        {...thumb}
        type="range"
        aria-label="Minimum price"
        aria-valuetext={showAmount('priceMin', shown.priceMin) || 'No minimum'}
        // Marks the thumb that can still move if both are at the same far end.
        data-on-top={from > buckets.length / 2 || undefined}
        value={from}
        onChange={(event) => move('priceMin', event.target.value)}
      />
      <NativeInput
        {...thumb}
        type="range"
        aria-label="Maximum price"
        aria-valuetext={showAmount('priceMax', shown.priceMax) || 'No maximum'}
        value={to}
        onChange={(event) => move('priceMax', event.target.value)}
      />
    </div>
  )

  function share(bars: number): string {
    return `${(100 * bars) / buckets.length}%`
  }
}
