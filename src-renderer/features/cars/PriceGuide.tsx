import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { computeAllInPrice, sumOfFees, type SellerFee } from '../../../contract/all-in-price.ts'
import { labelPrice, priceLabelTexts } from '../../../contract/cars/price-labels.ts'
import { formatMoney, parsePrice } from '../../../contract/money.ts'
import { NativeInput } from '../../ui/controls/native-controls.ts'
import type { CarFormControls } from './car-form.ts'
import { useGetCarPriceQuery } from './price.api.ts'
import { PriceScale, calculateScaleEnds, type SimilarPrices } from './PriceScale.tsx'
import { roundPrice, getSimilarPrices } from './similar-prices.ts'

/** The step of the slider in cents. */
const STEP = 50_00

interface PriceGuideProps {
  form: CarFormControls
  carId: string
  fees: readonly SellerFee[]
}

/**
 * Shows sellers the prices of similar cars while they set their own. The slider changes the price without a
 * request. A saved car is compared by its saved facts, at its price with the seller's fees.
 */
export function PriceGuide({ form, carId, fees }: PriceGuideProps) {
  const { currentData } = useGetCarPriceQuery({ params: { id: carId } })
  if (!currentData) return null
  const prices = getSimilarPrices(currentData)
  if (prices) return <Slider form={form} fees={fees} prices={prices} n={currentData.n} />
  return (
    <p className="col-span-full text-small text-muted">
      {priceLabelTexts['not-enough']} for a price range yet ({currentData.n} found).
    </p>
  )
}

interface SliderProps {
  form: CarFormControls
  fees: readonly SellerFee[]
  prices: SimilarPrices
  n: number
}

function Slider({ form, fees, prices, n }: SliderProps) {
  const id = useId()
  const typed = useWatch({ control: form.control, name: 'resellPrice' })
  const typedMinor = parsePrice(String(typed ?? ''))
  const price = computeAllInPrice(typedMinor, fees)
  const sum = sumOfFees(fees)
  // The scale must not move while the seller drags.
  const [start, end] = calculateScaleEnds(prices, null)
  const min = Math.max(STEP, roundTo(start - sum))
  const max = Math.max(min, roundTo(end - sum))
  const value = typedMinor ?? prices.mid - sum
  const label = price === null ? 'No price yet' : priceLabelTexts[labelPrice(price, prices)]
  return (
    <div className="col-span-full flex flex-col gap-1">
      <PriceScale prices={prices} price={price === null ? null : clamp(price, min + sum, max + sum)} />
      <NativeInput
        type="range"
        className="price-slider"
        aria-label="Price compared with similar cars"
        aria-valuetext={`${formatMoney(value + sum)}, ${label}`}
        aria-describedby={id}
        min={min}
        max={max}
        step={STEP}
        value={clamp(value, min, max)}
        onChange={(event) =>
          form.setValue('resellPrice', formatMoney(Number(event.target.value)).replace('$', ''), {
            shouldDirty: true,
            shouldValidate: true,
          })
        }
      />
      <p id={id} className="text-small">
        <strong>{label}</strong>
        <span className="text-muted">
          {' '}
          · {roundPrice(prices.low)} to {roundPrice(prices.high)} for most of {n} similar cars
        </span>
      </p>
    </div>
  )
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}

function roundTo(minor: number): number {
  return Math.round(minor / STEP) * STEP
}
