import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import type { Car } from '../../../contract/cars.ts'
import { Button, IconButton, LinkButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useReducedMotion } from '../../ui/use-reduced-motion.ts'
import { CarCard, CarCardSkeleton } from './CarCard.tsx'

const DELAY = 3000

interface FeaturedCarsProps {
  /** undefined while they load. */
  cars: readonly Car[] | undefined
  hasFailed: boolean
}

/** The cars that admins advertise: two a view, one on small screens, moving until somebody stops them. */
export function FeaturedCars({ cars, hasFailed }: FeaturedCarsProps) {
  const isReduced = useReducedMotion()
  const [autoplay] = useState(() =>
    Autoplay({
      delay: DELAY,
      playOnInit: !isReduced,
      stopOnInteraction: false,
      stopOnMouseEnter: true,
      stopOnFocusIn: true,
    }),
  )
  const [viewport, embla] = useEmblaCarousel({ loop: true, align: 'start' }, [autoplay])
  const [isPlaying, setPlaying] = useState(!isReduced)
  const count = cars?.length ?? 0

  function handleToggle() {
    if (isPlaying) autoplay.stop()
    else autoplay.play()
    setPlaying(!isPlaying)
  }

  return (
    <section aria-labelledby="featured-title" className="flex min-w-0 flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="featured-title" className="text-h2">
          Featured cars
        </h2>
        {count > 1 && (
          <div className="flex items-center gap-1">
            <Button variant="ghost" onClick={handleToggle}>
              {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
              {isPlaying ? 'Pause' : 'Play'}
            </Button>
            <IconButton label="Previous cars" onClick={() => embla?.scrollPrev()}>
              <ChevronLeft />
            </IconButton>
            <IconButton label="Next cars" onClick={() => embla?.scrollNext()}>
              <ChevronRight />
            </IconButton>
          </div>
        )}
      </div>
      {cars?.length === 0 || (hasFailed && !cars) ? (
        <Card>
          <EmptyState
            as="p"
            title="No featured cars right now"
            action={
              <LinkButton variant="secondary" to="/search">
                See all cars
              </LinkButton>
            }
          />
        </Card>
      ) : (
        <div
          ref={viewport}
          className="overflow-hidden"
          role="group"
          aria-roledescription="carousel"
          aria-label="Featured cars"
        >
          <ul className="carousel">
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
