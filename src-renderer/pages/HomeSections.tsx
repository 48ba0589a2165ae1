import { useListCarsInfiniteQuery } from '../features/cars/cars.api.ts'
import { FeaturedCars } from '../features/cars/FeaturedCars.tsx'
import { About } from '../features/home/About.tsx'
import { Contact } from '../features/home/Contact.tsx'
import { Countdown } from '../features/home/Countdown.tsx'
import { Counters } from '../features/home/Counters.tsx'
import { HowItWorks } from '../features/home/HowItWorks.tsx'
import { Offer } from '../features/home/Offer.tsx'
import { Promo } from '../features/home/Promo.tsx'
import { Testimonials } from '../features/home/Testimonials.tsx'
import { NewsletterBox } from '../features/newsletter/NewsletterBox.tsx'
import { AddReviewBlock } from '../features/reviews/AddReviewBlock.tsx'
import { flattenPages } from '../api/endpoint.ts'
import '../styles/home-sections.css'

export function HomeSections() {
  const featured = useListCarsInfiniteQuery({ query: { featured: '1', limit: 12 } })
  const { items } = flattenPages(featured.data)

  return (
    <div className="page home-sections">
      <FeaturedCars
        cars={items}
        error={featured.error}
        onRetry={() => void featured.refetch()}
        isRetrying={featured.isFetching}
        aside={<Countdown />}
      />
      <HowItWorks />
      <Offer />
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <Counters />
        <Testimonials />
      </div>
      <div className="snap-row film-and-about">
        <Promo />
        <About />
      </div>
      <div className="closing">
        <Contact />
        <div className="snap-row closing-cards">
          <AddReviewBlock />
          <NewsletterBox />
        </div>
      </div>
    </div>
  )
}
