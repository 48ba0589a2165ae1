import { saleStateWords } from '../../../contract/list-words.ts'
import { purchaseStates, type Sale } from '../../../contract/purchases.ts'
import { byField, sortName, wordsOf, type ListOf } from '../../ui/placed/placed-pages.ts'
import { countedBy } from '../../ui/placed/use-counts.ts'
import { isDense } from '../../ui/placed/use-shown-list.ts'
import { usePlacedList, type PlacedSource } from '../../ui/placed/use-placed-list.ts'
import { salesApi } from './sales.api.ts'
import { SalesByStage } from './SalesByStage.tsx'
import { SalesHead } from './SalesHead.tsx'
import { SalesTable } from './SalesTable.tsx'

const sorts = {
  model: byField('car'),
  price: byField('price'),
  buyer: byField('buyer'),
  payment: byField('state'),
}

const { placeSales, countSales } = salesApi.endpoints

const salesSource: PlacedSource<Sale, SaleList> = {
  endpoint: placeSales,
  listOf: ({ sort, facet, find }) => ({
    q: wordsOf(find),
    state: purchaseStates.find((state) => saleStateWords[state] === facet),
    sort: sortName(sorts, sort),
  }),
  counter: countedBy(
    countSales,
    ({ q }: SaleList) => ({ q }),
    (counts) => ({
      facets: purchaseStates.map((state) => [saleStateWords[state], counts[state]]),
      total: purchaseStates.reduce((sum, state) => sum + counts[state], 0),
    }),
  ),
}

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

type SaleList = ListOf<'listSales'>
