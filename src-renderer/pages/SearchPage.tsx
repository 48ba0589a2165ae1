import { categoryTitle, pages } from '../../contract/pages.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { chosenIn } from '../features/search/search-filters.ts'
import { useSearch } from '../features/search/use-search.ts'
import { CarSearch } from './CarSearch.tsx'

const brandList = new Intl.ListFormat('en', { type: 'conjunction' })

/** /search?q=&brand=&priceMax=…: the whole market, narrowed by what its address says. */
export function SearchPage() {
  const search = useSearch()
  const brands = chosenIn(search.filters, 'brand')
  usePageTitle(brands.length === 1 ? categoryTitle(brands[0]!) : pages.search.title)

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
