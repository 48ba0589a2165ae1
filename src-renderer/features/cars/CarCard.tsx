import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { carName } from '../../../contract/car-name.ts'
import type { Car } from '../../../contract/cars.ts'
import { Badge, StatusBadge } from '../../ui/Badge.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { cutDescription, factsLine } from './car-facts.ts'
import { CarPicture } from './CarPicture.tsx'
import { CarPrice } from './CarPrice.tsx'

interface CarCardProps {
  car: Car
  /** Buy, report: what the page offers. */
  actions?: ReactNode
  isEager?: boolean
}

/** Picture, price, model, facts, action: the order people read in. */
export function CarCard({ car, actions, isEager = false }: CarCardProps) {
  const to = `/car/${car._id}`
  return (
    <article className="card flex min-w-0 flex-col overflow-hidden wrap-anywhere" aria-label={carName(car)}>
      <Link to={to} tabIndex={-1} aria-hidden="true" className="relative block">
        <CarPicture src={car.image_url} alt="" isEager={isEager} />
        {car.available !== 'instock' && (
          <span className="absolute top-3 left-3">
            <StatusBadge status={car.available} />
          </span>
        )}
      </Link>
      <div className="flex flex-1 flex-col gap-3 p-4 sm:p-5">
        <CarPrice car={car} />
        <div>
          <h2 className="text-lead font-bold">
            <Link to={to} className="rounded-badge hover:underline">
              {carName(car)}
            </Link>
          </h2>
          <p className="text-small text-muted">{factsLine(car)}</p>
        </div>
        {car.description && <p className="text-small text-muted">{cutDescription(car.description)}</p>}
        <p className="flex flex-wrap items-center gap-2 text-tiny text-subtle">
          <span>{car.sellerName}</span>
          {car.sellerVerified && <VerifiedBadge />}
          {car.available !== 'instock' && <span className="sr-only">This car is {car.available}.</span>}
        </p>
        {actions && <div className="mt-auto flex flex-wrap items-center gap-2 pt-1">{actions}</div>}
      </div>
    </article>
  )
}

export function VerifiedBadge() {
  return (
    <Badge tone="primary">
      <BadgeCheck aria-hidden="true" className="size-4" />
      Verified seller
    </Badge>
  )
}

/** The same shape while cars load. */
export function CarCardSkeleton() {
  return (
    <div className="card overflow-hidden">
      <Skeleton className="aspect-video w-full rounded-none!" />
      <div className="flex flex-col gap-3 p-5">
        <Skeleton className="h-8 w-32" />
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
      </div>
    </div>
  )
}
