import { Breadcrumb } from '../../ui/Breadcrumb.tsx'
import { useListCategoriesQuery } from '../categories/categories.api.ts'
import { BrandMark } from '../../ui/BrandMark.tsx'

interface CategoryBannerProps {
  category: string
  /** undefined until it is known. */
  count: number | undefined
}

/** The category's name and how many cars were found. */
export function CategoryBanner({ category, count }: CategoryBannerProps) {
  const { data: categories } = useListCategoriesQuery()
  const brandImage = categories?.find(({ category_name }) => category_name === category)?.brandImage

  return (
    <div className="border-b border-line bg-surface">
      <div className="page flex flex-col gap-4 py-8">
        <Breadcrumb items={[{ label: 'Home', to: '/' }, { label: category }]} />
        <div className="flex items-center gap-5">
          {brandImage && <BrandMark src={brandImage} />}
          <div>
            <h1 className="text-h1 font-heavy">{category}</h1>
            <p className="min-h-6 text-muted" role="status">
              {count !== undefined && `${count} ${count === 1 ? 'car' : 'cars'} found`}
            </p>
          </div>
        </div>
      </div>
    </div>
  )
}
