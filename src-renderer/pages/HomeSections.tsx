import { useListCarsInfiniteQuery } from '../features/cars/cars.api.ts'
import { FeaturedCars } from '../features/cars/FeaturedCars.tsx'
import { About } from '../features/home/About.tsx'
import { Countdown } from '../features/home/Countdown.tsx'
import { Counters } from '../features/home/Counters.tsx'
import { HowItWorks } from '../features/home/HowItWorks.tsx'
import { Offer } from '../features/home/Offer.tsx'
import { Promo } from '../features/home/Promo.tsx'
import { Testimonials } from '../features/home/Testimonials.tsx'
import { NewsletterBox } from '../features/newsletter/NewsletterBox.tsx'
import { AddReviewBlock } from '../features/reviews/AddReviewBlock.tsx'
import { pagesOf } from '../api/endpoint.ts'

/** The home page below its first screen. */
export function HomeSections() {
  const featured = useListCarsInfiniteQuery({ query: { featured: '1', limit: 12 } })
  const { items } = pagesOf(featured.data)

  return (
    <div className="page flex flex-col gap-16 pt-16">
      <div className="grid gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <FeaturedCars
          cars={items}
          error={featured.error}
          onRetry={() => void featured.refetch()}
          isRetrying={featured.isFetching}
        />
        <Countdown />
      </div>
      <Offer />
      <Counters />
      <HowItWorks />
      <Promo />
      <Testimonials />
      <About />
      <div className="grid gap-5 lg:grid-cols-2">
        <AddReviewBlock />
        <NewsletterBox />
      </div>
    </div>
  )
}
