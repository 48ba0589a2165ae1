import type { PriceBand } from '../../../contract/cars/price-labels.ts'
import './price-scale.css'

/** The range of similar prices and the expected price, in cents. */
export interface SimilarPrices extends PriceBand {
  mid: number
}

/** Draws the range of similar prices with a marker at the price of the car, unless that is null. */
export function PriceScale({ prices, price }: { prices: SimilarPrices; price: number | null }) {
  const [start, end] = calculateScaleEnds(prices, price)
  const place = (minor: number) => `${(100 * (minor - start)) / (end - start)}%`
  const { low, mid, high } = prices
  return (
    <svg aria-hidden="true" className="price-scale-track">
      <rect
        className="price-scale-band"
        x={place(low)}
        width={`${(100 * (high - low)) / (end - start)}%`}
        height="100%"
      />
      <rect className="price-scale-mid" x={place(mid)} width={2} height="100%" />
      {price !== null && <circle className="price-scale-mark" cx={place(price)} cy="50%" r={10} />}
    </svg>
  )
}

/** Returns the ends of the scale in cents. Without an outlying price, the range takes half of its width. */
export function calculateScaleEnds(
  { low, mid, high }: SimilarPrices,
  price: number | null,
): [start: number, end: number] {
  const margin = Math.max((high - low) / 2, mid * 0.05)
  return [Math.min(low, price ?? low) - margin, Math.max(high, price ?? high) + margin]
}
