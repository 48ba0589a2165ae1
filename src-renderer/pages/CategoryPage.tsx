import { useParams } from 'react-router-dom'
import { categoryTitle } from '../../contract/pages.ts'
import { usePageTitle } from '../app/page-title.ts'
import { CategoryTitle } from '../features/cars/CategoryTitle.tsx'
import { useSearch } from '../features/search/use-search.ts'
import { CarSearch } from './CarSearch.tsx'

/** /cars/:category_name: the same as /search, of one brand. */
export function CategoryPage() {
  const category = useParams().category_name ?? ''
  usePageTitle(categoryTitle(category))

  return <CarSearch search={useSearch(category)} title={<CategoryTitle category={category} />} />
}
