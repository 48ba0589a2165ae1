import { useParams, useSearchParams } from 'react-router-dom'
import { categoryTitle } from '../../contract/pages.ts'
import { usePageTitle } from '../app/page-title.ts'
import { pagesOf } from '../api/endpoint.ts'
import { CarList } from '../features/cars/CarList.tsx'
import { CategoryBanner } from '../features/cars/CategoryBanner.tsx'
import { SortSelect, toSort } from '../features/cars/SortSelect.tsx'
import { useCars } from '../features/cars/use-cars.ts'
import { LinkButton } from '../ui/Button.tsx'
import { CarActions } from './CarActions.tsx'
import { CarDialogs } from './CarDialogs.tsx'
import { useCarDialogs } from './use-car-dialogs.ts'

/** /cars/:category_name */
export function CategoryPage() {
  const category = useParams().category_name ?? ''
  const [search, setSearch] = useSearchParams()
  const sort = toSort(search.get('sort'))
  const query = useCars({ category, sort })
  const dialogs = useCarDialogs()
  const { items, total } = pagesOf(query.data)
  usePageTitle(categoryTitle(category))

  return (
    <>
      <CategoryBanner category={category} count={total ?? items?.length} />
      <div className="page flex flex-col gap-6 py-8">
        <div className="flex justify-end">
          <SortSelect value={sort} onChange={(next) => setSearch({ sort: next }, { replace: true })} />
        </div>
        <CarList
          query={query}
          actionsFor={(car) => <CarActions car={car} dialogs={dialogs} />}
          emptyAction={<LinkButton to="/#car-category">See other categories</LinkButton>}
        />
      </div>
      <CarDialogs state={dialogs} cars={items} />
    </>
  )
}
