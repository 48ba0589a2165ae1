import { pages } from '../../../contract/pages.ts'
import { PageHead } from '../../ui/PageHead.tsx'

export function SalesHead({ count }: { count: number | null }) {
  return (
    <PageHead
      title={pages.sales.title}
      count={count}
      text="You’ll see the buyer’s contact info and meeting place once they’ve paid."
    />
  )
}
