import { BrandMark } from '../../ui/BrandMark.tsx'
import { Breadcrumb } from '../../ui/Breadcrumb.tsx'
import { useListCategoriesQuery } from '../categories/categories.api.ts'

/** The category's name and mark, and the way back. */
export function CategoryTitle({ category }: { category: string }) {
  const { data: categories } = useListCategoriesQuery()
  const brandImage = categories?.find(({ category_name }) => category_name === category)?.brandImage

  return (
    <div className="flex flex-col gap-4">
      <Breadcrumb items={[{ label: 'Home', to: '/' }, { label: category }]} />
      <div className="flex items-center gap-4">
        {brandImage && <BrandMark src={brandImage} />}
        <h1 className="text-h1 font-heavy wrap-anywhere">{category}</h1>
      </div>
    </div>
  )
}
