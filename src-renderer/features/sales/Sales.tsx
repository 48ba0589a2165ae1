import { isDense } from '../../ui/placed/use-shown-list.ts'
import { usePlacedList } from '../../ui/placed/use-placed-list.ts'
import { SalesByStage } from './SalesByStage.tsx'
import { SalesHead } from './SalesHead.tsx'
import { SalesTable } from './SalesTable.tsx'
import { salesSource } from './sales-source.ts'

/** Who has one's cars on their list, and how to reach those who have paid. */
export function Sales() {
  // The console's lists have their own ways to show a part.
  return isDense() ? <AllSales /> : <SalesByStage />
}

function AllSales() {
  const { query, placed, total } = usePlacedList(salesSource)
  return (
    <>
      <SalesHead count={total} placed={placed} />
      <SalesTable query={query} placed={placed} />
    </>
  )
}
