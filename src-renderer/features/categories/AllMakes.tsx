import { useState } from 'react'
import { Link } from 'react-router-dom'
import { SearchX } from 'lucide-react'
import type { Category } from '../../../contract/cars/cars.ts'
import { formatCount } from '../../../contract/number-format.ts'
import { pages } from '../../../contract/pages.ts'
import { BrandMark } from '../../ui/controls/BrandMark.tsx'
import { Breadcrumb } from '../../ui/controls/Breadcrumb.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ErrorState } from '../../ui/controls/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useListCategoriesQuery } from './categories.api.ts'
import { findMakes } from './find-makes.ts'

/** Lists only makes with listed cars. Each make links to its cars. */
export function AllMakes() {
  const { data: makes, error, isFetching, refetch } = useListCategoriesQuery()
  const [find, setFind] = useState('')
  const foundMakes = findMakes(makes?.filter(({ count }) => count > 0) ?? [], find)

  return (
    <div className="page flex flex-col gap-8 py-8">
      <div className="flex flex-col gap-4">
        <Breadcrumb items={[{ label: 'Home', to: '/' }, { label: pages.makes.title }]} />
        <h1 className="text-h1 font-heavy">{pages.makes.title}</h1>
        <TextField
          label="Find a make"
          type="search"
          autoComplete="off"
          className="max-w-[420px]"
          value={find}
          onChange={({ target }) => setFind(target.value)}
        />
      </div>
      {!makes &&
        (error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <MakesSkeleton />
        ))}
      {makes && foundMakes.length === 0 && (
        <Card>
          <EmptyState
            icon={<SearchX />}
            title={find.trim() ? 'No make found' : 'No cars yet'}
            text={
              find.trim()
                ? `No cars of a make called “${find.trim()}” are for sale.`
                : 'Makes are listed here once a car is for sale.'
            }
          />
        </Card>
      )}
      {foundMakes.length > 0 && <WithCars makes={foundMakes} />}
    </div>
  )
}

function WithCars({ makes }: { makes: readonly Category[] }) {
  return (
    <section aria-labelledby="makes-with-cars">
      <h2 id="makes-with-cars" className="text-h3">
        For sale now
      </h2>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {makes.map(({ category_name: make, brandImage, count }) => (
          <li key={make}>
            <Card isInteractive className="relative flex h-20 items-center gap-4 px-4 *:first:size-13">
              <BrandMark src={brandImage} name={make} />
              <div className="min-w-0 flex-1">
                <h3 className="text-body font-bold">
                  <Link
                    to={`${pages.search.path}?brand=${encodeURIComponent(make)}`}
                    className="after:absolute after:inset-0 after:rounded-card"
                  >
                    {make}
                  </Link>
                </h3>
                <p className="text-small text-muted">{formatCount(count, 'car')}</p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

function MakesSkeleton() {
  return (
    <Loading label="Loading makes" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {[1, 2, 3].map((index) => (
        <Skeleton key={index} className="h-20 w-full rounded-card!" />
      ))}
    </Loading>
  )
}
