import type { Sale } from '../../../contract/purchases.ts'
import { pages } from '../../../contract/pages.ts'
import type { PlacedList } from '../../ui/placed/placed-list.ts'
import { ExportMenu } from '../../ui/ExportMenu.tsx'
import { PageHead } from '../../ui/PageHead.tsx'

interface SalesHeadProps {
  count: number | null
  placed?: PlacedList<Sale>
}

export function SalesHead({ count, placed }: SalesHeadProps) {
  return (
    <PageHead
      title={pages.sales.title}
      count={count}
      actions={<ExportMenu list="listSales" fileName="kerblight-sales" placed={placed} />}
      text="You’ll see the buyer’s contact info and meeting place once they’ve paid."
    />
  )
}
