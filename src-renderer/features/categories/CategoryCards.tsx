import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { strings } from '../../../contract/strings.ts'
import { BrandMark } from '../../ui/BrandMark.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useListCategoriesQuery } from './categories.api.ts'

/** Every make with its mark, its real count and the way to its cars. */
export function CategoryCards() {
  const { data: categories, error, isFetching, refetch } = useListCategoriesQuery()

  return (
    <section
      id="car-category"
      aria-labelledby="car-category-title"
      className="page scroll-mt-20 pt-11 sm:pt-16"
    >
      <h2 id="car-category-title" className="text-h2">
        Shop by brand
      </h2>
      {error && !categories ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <ul
          className={cx('mt-6 grid gap-5 lg:grid-cols-3', !categories && 'appear-late')}
          aria-busy={!categories}
        >
          {categories
            ? categories.map((category) => (
                <li key={category.category_name}>
                  <Card isInteractive className="relative flex h-30 items-center gap-4 p-5 lg:gap-5 lg:p-6">
                    <BrandMark src={category.brandImage} />
                    <div className="min-w-0 flex-1">
                      <h3 className="text-lead font-bold">{category.category_name}</h3>
                      <p className="text-muted">
                        {category.count} {category.count === 1 ? 'car' : 'cars'}
                      </p>
                    </div>
                    <Link
                      to={`/cars/${encodeURIComponent(category.category_name)}`}
                      className="text-link inline-flex min-h-11 items-center gap-2 text-small after:absolute after:inset-0 after:rounded-card"
                    >
                      {strings.home.seeCars}
                      <span className="sr-only">: {category.category_name}</span>
                      <ArrowRight aria-hidden="true" className="size-4" />
                    </Link>
                  </Card>
                </li>
              ))
            : [1, 2, 3].map((place) => (
                <li key={place}>
                  <Card className="flex h-30 items-center gap-5 p-6">
                    <Skeleton className="size-18 rounded-card!" />
                    <Skeleton className="h-6 w-24" />
                  </Card>
                </li>
              ))}
        </ul>
      )}
    </section>
  )
}
