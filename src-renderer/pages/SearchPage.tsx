import { useSearchParams } from 'react-router-dom'
import { categoryTitle, pages } from '../../contract/pages.ts'
import { pagesOf } from '../api/endpoint.ts'
import { usePageTitle } from '../app/page-title.ts'
import { CarList } from '../features/cars/CarList.tsx'
import { SortSelect, toSort } from '../features/cars/SortSelect.tsx'
import { useCars } from '../features/cars/use-cars.ts'
import { useListCategoriesQuery } from '../features/categories/categories.api.ts'
import { Button } from '../ui/Button.tsx'
import { CarActions } from './CarActions.tsx'
import { CarDialogs } from './CarDialogs.tsx'
import { useCarDialogs } from './use-car-dialogs.ts'

/** /search?category=&sort=: the whole market, or one make of it. */
export function SearchPage() {
  const [search, setSearch] = useSearchParams()
  const category = search.get('category') ?? undefined
  const sort = toSort(search.get('sort'))
  const query = useCars({ category, sort })
  const { data: categories } = useListCategoriesQuery()
  const dialogs = useCarDialogs()
  const { items, total } = pagesOf(query.data)
  const count = query.isError ? undefined : (total ?? items?.length)
  usePageTitle(category ? categoryTitle(category) : pages.search.title)

  function change(name: 'category' | 'sort', value: string | undefined) {
    const next = new URLSearchParams(search)
    if (value) next.set(name, value)
    else next.delete(name)
    setSearch(next, { replace: true })
  }

  return (
    <div className="page flex flex-col gap-6 py-8">
      <div>
        <h1 className="text-h1 font-heavy">{category ? categoryTitle(category) : 'All cars'}</h1>
        <p className="min-h-6 text-muted" role="status">
          {count !== undefined && `${count} ${count === 1 ? 'car' : 'cars'} found`}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <ul className="flex flex-wrap gap-2" aria-label="Brands">
          {[undefined, ...(categories?.map(({ category_name }) => category_name) ?? [])].map((name) => (
            <li key={name ?? ''}>
              <button
                type="button"
                className="chip min-h-11!"
                aria-pressed={name === category}
                data-active={name === category || undefined}
                onClick={() => change('category', name)}
              >
                {name ?? 'All brands'}
              </button>
            </li>
          ))}
        </ul>
        <SortSelect value={sort} onChange={(next) => change('sort', next)} />
      </div>
      <CarList
        query={query}
        actionsFor={(car) => <CarActions car={car} dialogs={dialogs} />}
        emptyAction={
          category && <Button onClick={() => change('category', undefined)}>Show all brands</Button>
        }
      />
      <CarDialogs state={dialogs} cars={items} />
    </div>
  )
}
