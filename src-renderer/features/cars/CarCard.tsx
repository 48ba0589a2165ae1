import { BadgeCheck } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { body as bodyFact, getChoiceLabel } from '../../../contract/cars/body-and-fuel.ts'
import { buildCarName, bindShortWords } from '../../../contract/cars/car-name.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { formatDaysAgo } from '../../../contract/dates.ts'
import { pagePath } from '../../../contract/pages.ts'
import { Badge, StatusBadge } from '../../ui/controls/Badge.tsx'
import { Skeleton } from '../../ui/controls/Skeleton.tsx'
import { cx } from '../../ui/cx.ts'
import { createLazyPart } from '../../ui/lazy-part.tsx'
import { CardPhotos } from './CardPhotos.tsx'
import { CardPrice } from './CarPrice.tsx'
import { cutDescription } from './car-facts.ts'
import { FactsLine } from './FactsLine.tsx'
import './car-card.css'

const ShortlistButton = createLazyPart(
  () => import('./ShortlistButton.tsx').then((module) => module.ShortlistButton),
  'nothing',
)

interface CarCardProps {
  car: Car
  /** Content next to the price: the Buy button, or why the car is unavailable. */
  actions?: ReactNode
  menu?: ReactNode
  /**
   * True to cut the description by the product specification's rule. Otherwise, only two lines are visible.
   */
  isCut?: boolean
  isEager?: boolean
}

/** Shows a car's photo, name, facts, and price. Except for its buttons, the whole card is one link. */
export function CarCard({ car, actions, menu, isCut = false, isEager = false }: CarCardProps) {
  const to = pagePath('car', { id: car._id })
  return (
    <article className="card car-card" aria-label={buildCarName(car)} data-interactive>
      <div className="relative">
        <Link to={to} state={{ car }} tabIndex={-1} aria-hidden="true" className="car-card-photos">
          <CardPhotos
            photos={car.images.length > 0 ? car.images : [car.image_url]}
            isEager={isEager}
            focus={car.coverFocus}
          />
        </Link>
        <p className="car-card-state">
          {car.available === 'instock' ? (
            <span className="car-card-pill">Listed {formatDaysAgo(car.postedAt)}</span>
          ) : (
            <StatusBadge status={car.available} />
          )}
        </p>
      </div>
      <div className="car-card-text">
        <div className="flex items-start gap-1">
          <h2 className="line-clamp-2 min-w-0 flex-1 leading-[21px] font-bold">
            <Link to={to} state={{ car }} className="car-card-link">
              {bindShortWords(buildCarName(car))}
            </Link>
          </h2>
          {menu && <span className="car-card-menu">{menu}</span>}
        </div>
        <p className="truncate text-tiny text-muted">
          <FactsLine car={car} />
        </p>
        {car.description && (
          <p className={cx('text-tiny text-muted', !isCut && 'line-clamp-2')}>
            {isCut ? cutDescription(car.description) : car.description}
          </p>
        )}
        <Chips car={car} />
        <div className="mt-auto flex items-end justify-between gap-3">
          <CardPrice car={car} />
          {actions}
        </div>
      </div>
      {/* It comes last, so that the keyboard reaches the link to the car first. */}
      <Suspense fallback={null}>
        <ShortlistButton car={car} className="car-card-bookmark" />
      </Suspense>
    </article>
  )
}

function Chips({ car: { sellerVerified, body, transmission } }: { car: Car }) {
  if (!sellerVerified && !body && !transmission) return null
  return (
    <ul className="car-card-chips" aria-label="More about it">
      {sellerVerified && (
        <li>
          <VerifiedBadge />
        </li>
      )}
      {body && (
        <li>
          <Badge>{getChoiceLabel(bodyFact, body)}</Badge>
        </li>
      )}
      {transmission && (
        <li>
          <Badge>{transmission}</Badge>
        </li>
      )}
    </ul>
  )
}

export function VerifiedBadge() {
  return (
    <Badge tone="primary">
      <BadgeCheck aria-hidden="true" className="size-4" />
      Verified<span className="sr-only"> seller</span>
    </Badge>
  )
}

export function CarCardSkeleton() {
  return (
    <div className="card car-card">
      <Skeleton className="car-card-photo-size w-full rounded-none!" />
      <div className="car-card-text">
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-6 w-2/3" />
        <div className="flex items-end justify-between">
          <Skeleton className="h-12 w-24" />
          <Skeleton className="h-control w-16" />
        </div>
      </div>
    </div>
  )
}
