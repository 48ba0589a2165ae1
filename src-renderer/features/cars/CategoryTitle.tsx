import type { ReactNode } from 'react'
import { BrandMark } from '../../ui/controls/BrandMark.tsx'
import { Breadcrumb } from '../../ui/controls/Breadcrumb.tsx'
import { useListCategoriesQuery } from '../categories/categories.api.ts'

interface CategoryTitleProps {
  category: string
  count: ReactNode
}

export function CategoryTitle({ category, count }: CategoryTitleProps) {
  const { data: categories } = useListCategoriesQuery()
  const make = categories?.find(({ category_name }) => category_name === category)

  return (
    <div className="flex flex-col gap-4">
      <Breadcrumb items={[{ label: 'Home', to: '/' }, { label: category }]} />
      <div className="flex items-center gap-4">
        {make && <BrandMark src={make.brandImage} name={category} />}
        <div className="min-w-0 lg:flex lg:flex-wrap lg:items-baseline lg:gap-x-4">
          <h1 className="text-h1 font-heavy wrap-anywhere">{category}</h1>
          {count}
        </div>
      </div>
    </div>
  )
}
