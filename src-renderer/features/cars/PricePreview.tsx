import { useEffect, useState } from 'react'
import {
  labelPrice,
  priceLabels,
  priceLabelTexts,
  type PriceBand,
} from '../../../contract/cars/price-labels.ts'
import { sumOfFees } from '../../../contract/all-in-price.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { useAppDispatch } from '../../session/store.ts'
import { priceApi } from './price.api.ts'
import { getSimilarPrices } from './similar-prices.ts'

/** Number of cars that a preview compares. */
const MAX_COMPARED = 20

interface PricePreviewProps {
  cars: readonly Car[]
  /** Returns the new price of a car in cents, or null if the input is not complete. */
  newPriceOf: (car: Car) => number | null
}

/** Counts how the new prices of the selected cars would compare with those of similar cars. */
export function PricePreview({ cars, newPriceOf }: PricePreviewProps) {
  const compared = cars.slice(0, MAX_COMPARED)
  const bands = useBands(compared)
  if (!bands) return null
  const labels = compared.flatMap((car) => {
    const [price, band] = [newPriceOf(car), bands.get(car._id)]
    return price === null || band === undefined ? [] : [labelPrice(price + sumOfFees(car.fees), band)]
  })
  if (labels.length === 0) return null
  const counts = priceLabels
    .map((label) => ({ label, count: labels.filter((other) => other === label).length }))
    .filter(({ count }) => count > 0)
  return (
    <div role="status" className="mt-4 text-small">
      <p className="font-semibold">
        With {labels.length === 1 ? 'the new price' : 'the new prices'}
        {cars.length > MAX_COMPARED && `, for the first ${MAX_COMPARED} cars`}
      </p>
      <ul>
        {counts.map(({ label, count }) => (
          <li key={label} className="text-muted">
            {priceLabelTexts[label]}: {count}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Loads the price range of each car, or null if a car has too few similar ones. */
function useBands(cars: readonly Car[]): ReadonlyMap<string, PriceBand | null> | null {
  const dispatch = useAppDispatch()
  const [bands, setBands] = useState<ReadonlyMap<string, PriceBand | null> | null>(null)
  const key = cars.map(({ _id }) => _id).join(',')
  useEffect(() => {
    let isCurrent = true
    const requests = key.split(',').map((id) => {
      const request = dispatch(priceApi.endpoints.getCarPrice.initiate({ params: { id } }))
      return { id, request }
    })
    void Promise.all(requests.map(async ({ id, request }) => ({ id, price: (await request).data }))).then(
      (all) => {
        if (!isCurrent) return
        setBands(new Map(all.flatMap(({ id, price }) => (price ? [[id, getSimilarPrices(price)]] : []))))
      },
    )
    return () => {
      isCurrent = false
      for (const { request } of requests) request.unsubscribe()
    }
  }, [dispatch, key])
  return bands
}
