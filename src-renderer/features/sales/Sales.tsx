import { pagesOf } from '../../api/endpoint.ts'
import { platform } from '../../platform/current.ts'
import { useListSalesInfiniteQuery } from './sales.api.ts'
import { SalesByStage } from './SalesByStage.tsx'
import { SalesHead } from './SalesHead.tsx'
import { SalesTable } from './SalesTable.tsx'

/** Who has one's cars on their list, and how to reach those who have paid. */
export function Sales() {
  // The console's lists have their own ways to show a part.
  return platform.density === 'compact' ? <AllSales /> : <SalesByStage />
}

function AllSales() {
  // Buyers add and pay without this page's knowing.
  const query = useListSalesInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <>
      <SalesHead count={pagesOf(query.data).total} />
      <SalesTable query={query} />
    </>
  )
}
