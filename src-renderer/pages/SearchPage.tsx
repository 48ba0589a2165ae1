import { Navigate } from 'react-router-dom'
import { getCategoryTitle, pages } from '../../contract/pages.ts'
import { toProblem } from '../api/problem.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { getChosenValues, renameOutdatedMakes, toSearch } from '../features/search/search-filters.ts'
import { useSearch } from '../features/search/use-search.ts'
import { CarSearch } from './CarSearch.tsx'

const brandList = new Intl.ListFormat('en', { type: 'conjunction' })

/** Renders `/search?q=&brand=&priceMax=…`. */
export function SearchPage() {
  const search = useSearch()
  const brands = getChosenValues(search.filters, 'brand')
  const present = renameOutdatedMakes(search.filters, toProblem(search.cars.error).errors ?? [])
  usePageTitle(brands.length === 1 ? getCategoryTitle(brands[0]!) : pages.search.title)

  if (present) return <Navigate replace to={`?${toSearch(present, search.sort)}`} />

  return (
    <CarSearch
      search={search}
      titleWith={(count) => (
        <>
          <h1 className="text-h1 font-heavy text-balance">
            {brands.length > 0 ? `${brandList.format(brands)} cars` : 'All cars'}
          </h1>
          {count}
        </>
      )}
    />
  )
}
