import type { Sale } from '../../../contract/purchases.ts'
import { pages } from '../../../contract/pages.ts'
import type { ListView } from '../../ui/table/list-view.ts'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'

interface SalesHeadProps {
  count: number | null
  view?: ListView<Sale> | undefined
}

export function SalesHead({ count, view }: SalesHeadProps) {
  return (
    <PageHead
      title={pages.sales.title}
      count={count}
      actions={<ExportMenu list="listSales" fileName="kerblight-sales" view={view} />}
      text="You’ll see the buyer’s contact info and meeting place once they’ve paid or reserved the car."
    />
  )
}
