import useEmblaCarousel from 'embla-carousel-react'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Car } from '../../../contract/cars/cars.ts'
import { pages } from '../../../contract/pages.ts'
import { Button, IconButton, LinkButton } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ErrorState } from '../../ui/controls/ErrorState.tsx'
import { useAutoplay } from '../../ui/use-autoplay.ts'
import { CarCard, CarCardSkeleton } from './CarCard.tsx'

const DELAY = 3000

interface FeaturedCarsProps {
  /** Undefined while the cars load. */
  cars: readonly Car[] | undefined
  error: unknown
  onRetry: () => void
  isRetrying: boolean
  /** Content next to the heading, or below it if space is tight. */
  aside?: ReactNode
}

/**
 * Shows the cars that admins advertise: two at a time, or one on small screens. The carousel advances until
 * the user stops it.
 */
export function FeaturedCars({ cars, error, onRetry, isRetrying, aside }: FeaturedCarsProps) {
  const [viewport, embla] = useEmblaCarousel({ loop: true, align: 'start' })
  const { isPlaying, toggle, holdProps } = useAutoplay(DELAY, () => embla?.scrollNext())
  const count = cars?.length ?? 0

  return (
    <section aria-labelledby="featured-title" className="flex min-w-0 flex-col gap-4" {...holdProps}>
      <div className="featured-head">
        <h2 id="featured-title" className="text-h2">
          Advertised cars
        </h2>
        {aside && <div className="featured-aside">{aside}</div>}
        {count > 1 && (
          <div className="flex items-center gap-1">
            <Button variant="ghost" onClick={toggle}>
              {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
              {isPlaying ? 'Pause' : 'Play'}
            </Button>
            <IconButton className="max-sm:hidden" label="Previous cars" onClick={() => embla?.scrollPrev()}>
              <ChevronLeft />
            </IconButton>
            <IconButton className="max-sm:hidden" label="Next cars" onClick={() => embla?.scrollNext()}>
              <ChevronRight />
            </IconButton>
          </div>
        )}
      </div>
      {!cars && error ? (
        <Card>
          <ErrorState error={error} onRetry={onRetry} isRetrying={isRetrying} />
        </Card>
      ) : cars?.length === 0 ? (
        <Card>
          <EmptyState
            as="p"
            title="No advertised cars right now"
            action={
              <LinkButton variant="secondary" to={pages.search.path}>
                See all cars
              </LinkButton>
            }
          />
        </Card>
      ) : (
        <div
          ref={viewport}
          className={cx('overflow-hidden', !cars && 'appear-late')}
          role="group"
          aria-roledescription="carousel"
          aria-label="Advertised cars"
        >
          {/* Embla must measure the slides without a transform. Any transition, even a reduced-motion one,
              would keep the transform in effect. */}
          <ul className="carousel transition-none!">
            {cars
              ? cars.map((car) => (
                  <li key={car._id} className="grid">
                    <CarCard car={car} />
                  </li>
                ))
              : [1, 2].map((place) => (
                  <li key={place}>
                    <CarCardSkeleton />
                  </li>
                ))}
          </ul>
        </div>
      )}
    </section>
  )
}
