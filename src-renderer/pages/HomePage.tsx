import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { resumePoint } from '../session/resume-point.ts'
import { useSession } from '../session/use-session.ts'
import { sellPath } from '../session/sell-path.ts'
import { useListCategoriesQuery } from '../features/categories/categories.api.ts'
import { CategoryCards } from '../features/categories/CategoryCards.tsx'
import { Hero } from '../features/home/Hero.tsx'
import { SearchBox } from '../features/home/SearchBox.tsx'
import { useIdle } from '../features/home/use-idle.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import '../styles/home.css'
import { createLazyPart } from '../ui/lazy-part.tsx'

const HomeSections = createLazyPart(() => import('./HomeSections.tsx').then((module) => module.HomeSections))

const ResumeStrip = createLazyPart(
  () => import('./ResumeStrip.tsx').then((module) => module.ResumeStrip),
  'nothing',
)

/** Renders the first screen immediately, and the rest once the browser is idle. */
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
      <Hero search={<SearchBox sellPath={sellPath(me)} />}>
        <div className="hero-text">
          <h1 className="text-display font-heavy text-balance">
            Know the car. <br />
            Know the price.
          </h1>
          <p className="max-w-[44ch] text-lead max-sm:text-body">
            Year, mileage, and price up front. Pay by card, then meet the seller wherever works for you.
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to={pages.search.path} variant="accent" size="large">
              {count ? `Browse ${count} cars` : 'Browse cars'}
            </LinkButton>
            {(isSelling || status === 'out') && (
              <LinkButton to={sellPath(me)} className="hero-second" size="large">
                Sell your car
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
