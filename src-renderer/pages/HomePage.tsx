import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { resumePoint } from '../app/session/resume-point.ts'
import { useSession } from '../app/session/use-session.ts'
import { sellPath } from '../app/session/sell-path.ts'
import { useListCategoriesQuery } from '../features/categories/categories.api.ts'
import { CategoryCards } from '../features/categories/CategoryCards.tsx'
import { SearchBox } from '../features/categories/SearchBox.tsx'
import { Hero } from '../features/home/Hero.tsx'
import { useIdle } from '../features/home/use-idle.ts'
import { LinkButton } from '../ui/Button.tsx'
import '../styles/home.css'

const HomeSections = lazy(() =>
  import('./HomeSections.tsx').then((module) => ({ default: module.HomeSections })),
)

const ResumeStrip = lazy(() =>
  import('./ResumeStrip.tsx').then((module) => ({ default: module.ResumeStrip })),
)

/** / : the first screen at once, the rest as soon as the browser has time. */
export function HomePage() {
  const { me, status } = useSession()
  const { data: categories } = useListCategoriesQuery()
  const { hash } = useLocation()
  const isIdle = useIdle()
  const count = categories?.reduce((sum, category) => sum + category.count, 0)
  const isSelling = me?.isSeller || me?.isAdmin

  return (
    <>
      {me && resumePoint.read(me._id) && (
        <Suspense fallback={<div className="min-h-14" />}>
          <ResumeStrip />
        </Suspense>
      )}
      <Hero search={<SearchBox />}>
        <div className="hero-text">
          <h1 className="text-display font-heavy text-balance">
            Know the car. <br />
            Know the price.
          </h1>
          <p className="max-w-[34ch] text-lead">
            See its age, its mileage and today’s price, pay by card, and meet the seller where you like.
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/#car-category" variant="accent" size="large">
              {count ? `Browse ${count} cars` : 'Browse cars'}
            </LinkButton>
            {(isSelling || status === 'out') && (
              <LinkButton to={sellPath(me)} className="hero-second" size="large">
                Sell yours
              </LinkButton>
            )}
          </div>
        </div>
      </Hero>
      <CategoryCards />
      {isIdle || hash ? (
        <Suspense fallback={<div className="home-rest" />}>
          <HomeSections />
        </Suspense>
      ) : (
        <div className="home-rest" />
      )}
    </>
  )
}
