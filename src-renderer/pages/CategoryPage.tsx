import { SearchX } from 'lucide-react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { getCategoryTitle, pagePath, pages } from '../../contract/pages.ts'
import { flattenPages } from '../api/endpoint.ts'
import { toProblem } from '../api/problem.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { CategoryTitle } from '../features/cars/CategoryTitle.tsx'
import { useSearch } from '../features/search/use-search.ts'
import { Breadcrumb } from '../ui/controls/Breadcrumb.tsx'
import { LinkButton } from '../ui/controls/Button.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { EmptyState } from '../ui/controls/EmptyState.tsx'
import { CarSearch } from './CarSearch.tsx'

const missingTitle = 'We don’t have that make'

/** Renders `/cars/:category_name`: the same as `/search`, limited to one make. */
export function CategoryPage() {
  const category = useParams().category_name ?? ''
  const search = useSearch(category)
  const { isError, error, currentData } = search.cars
  const { search: query } = useLocation()
  const makeError = isError && toProblem(error).errors?.find(({ path }) => path === 'category_name')
  const make = flattenPages(currentData).items?.[0]?.category_name ?? category
  usePageTitle(makeError ? missingTitle : getCategoryTitle(category))

  const name = makeError && makeError.instead ? makeError.instead : make
  if (name !== category)
    return <Navigate replace to={pagePath('category', { category_name: name }) + query} />
  if (makeError) return <CategoryMissing category={category} />
  return (
    <CarSearch search={search} titleWith={(count) => <CategoryTitle category={category} count={count} />} />
  )
}

function CategoryMissing({ category }: { category: string }) {
  return (
    <div className="page flex flex-col gap-5 py-8">
      <Breadcrumb items={[{ label: 'Home', to: '/' }, { label: category }]} />
      <Card>
        <EmptyState
          as="h1"
          icon={<SearchX />}
          title={missingTitle}
          text={`No make here is called “${category}”.`}
          action={<LinkButton to={pages.makes.path}>See all makes</LinkButton>}
        />
      </Card>
    </div>
  )
}
