import { matchPath, type Location } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { useListCategoriesQuery } from '../categories/categories.api.ts'
import { carsOfMake } from './cars-of-make.ts'

/** For whom a make's page has turned away: the same cars, which the search shows to everybody. */
export function OpenSearchOffer({ from }: { from: Location }) {
  const { data: categories } = useListCategoriesQuery()
  const make = matchPath(pages.category.path, from.pathname)?.params.category_name
  const category = categories?.find(({ category_name }) => category_name === make)
  if (!category?.count) return null

  const search = new URLSearchParams(from.search)
  search.set('brand', category.category_name)
  return (
    <p className="-mt-2 text-small">
      Just looking?{' '}
      <TextLink to={`${pages.search.path}?${search}`} className="inline-flex min-h-11 items-center">
        See {carsOfMake(category.count, category.category_name)} without signing in
      </TextLink>
    </p>
  )
}
