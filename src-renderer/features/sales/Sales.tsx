import { isDense } from '../../ui/table/is-dense.ts'
import { useList } from '../../ui/table/use-list.ts'
import { salesList } from './sales-lists.ts'
import { SalesByStage } from './SalesByStage.tsx'
import { SalesHead } from './SalesHead.tsx'
import { SalesTable } from './SalesTable.tsx'

export function Sales() {
  // The console's lists have their own filters and need no stages.
  return isDense() ? <AllSales /> : <SalesByStage />
}

function AllSales() {
  const { query, view, total } = useList(salesList)
  return (
    <>
      <SalesHead count={total} view={view} />
      <SalesTable query={query} view={view} />
    </>
  )
}
