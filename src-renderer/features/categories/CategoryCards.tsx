import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { formatCount } from '../../../contract/number-format.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import { BrandMark } from '../../ui/controls/BrandMark.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { ErrorState } from '../../ui/controls/ErrorState.tsx'
import { useListCategoriesQuery } from './categories.api.ts'

/**
 * Number of makes shown as cards. `MORE` is the number of further makes that fit on one line of a wide
 * window.
 */
const CARDS = 3
const MORE = 9

/**
 * Shows the first makes as cards, followed by the makes with the most cars. Each card has two links to its
 * cars: one for all visitors, and the members' link that the product specification requires.
 */
export function CategoryCards() {
  const { data: categories, error, isFetching, refetch } = useListCategoriesQuery()

  return (
    <section id="car-category" aria-labelledby="car-category-title" className="page scroll-mt-20 pt-8">
      <div className="flex items-center justify-between">
        <h2 id="car-category-title" className="text-h2">
          Shop by make
        </h2>
        <Link to={pages.makes.path} className="text-link">
          {pages.makes.title}
        </Link>
      </div>
      {error && !categories ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <ul className="snap-row makes mt-4">
          {categories?.slice(0, CARDS).map((category) => (
            <li key={category.category_name}>
              <Card isInteractive className="relative flex h-20 items-center gap-4 px-4 *:first:size-13">
                <BrandMark src={category.brandImage} name={category.category_name} />
                <div className="min-w-0 flex-1">
                  <h3 className="text-body font-bold">
                    <Link
                      to={searchOf(category.category_name)}
                      className="after:absolute after:inset-0 after:rounded-card"
                    >
                      {category.category_name}
                    </Link>
                  </h3>
                  <p className="text-small text-muted">{formatCount(category.count, 'car')}</p>
                </div>
                <Link
                  to={pagePath('category', { category_name: category.category_name })}
                  className="text-link relative inline-flex min-h-11 items-center gap-2 text-small"
                >
                  {strings.home.seeCars}
                  <span className="sr-only">: {category.category_name}</span>
                  <ChevronRight aria-hidden="true" className="size-4" />
                </Link>
              </Card>
            </li>
          ))}
        </ul>
      )}
      <ul className="more-makes">
        {categories
          ?.slice(CARDS)
          .filter(({ count }) => count)
          .sort((a, b) => b.count - a.count)
          .slice(0, MORE)
          .map(({ category_name: make, count }) => (
            <li key={make}>
              <Link to={searchOf(make)} className="chip">
                {make} <span className="text-muted">{count}</span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  )
}

function searchOf(make: string): string {
  return `${pages.search.path}?brand=${encodeURIComponent(make)}`
}
