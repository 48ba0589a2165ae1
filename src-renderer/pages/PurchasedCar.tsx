import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { pagePath } from '../../contract/pages.ts'
import type { Purchase } from '../../contract/purchases.ts'
import { CarPhoto } from '../features/cars/CarPhoto.tsx'
import { formatPurchaseFacts } from './purchase-facts.ts'

export function PurchasedCar({ purchase, children }: { purchase: Purchase; children?: ReactNode }) {
  const { carID, carName, carImage, sellerName } = purchase
  const facts = [formatPurchaseFacts(purchase), sellerName]
  return (
    <section aria-label="Your car" className="flex gap-4">
      <CarPhoto
        src={carImage}
        alt=""
        isEager
        className="w-28! flex-none self-start rounded-control sm:w-44!"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="text-lead font-bold wrap-anywhere">
          <Link to={pagePath('car', { id: carID })} className="rounded-badge hover:underline">
            {carName}
          </Link>
        </p>
        <p className="text-small text-muted wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
        {children}
      </div>
    </section>
  )
}
