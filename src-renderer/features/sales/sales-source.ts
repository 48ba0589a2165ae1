import { saleStateWords } from '../../../contract/list-words.ts'
import { purchaseStates, type Sale } from '../../../contract/purchases.ts'
import { byField, sortName, wordsOf, type ListOf } from '../../ui/placed/placed-pages.ts'
import { countedBy } from '../../ui/placed/use-counts.ts'
import type { PlacedSource } from '../../ui/placed/use-placed-list.ts'
import { salesApi } from './sales.api.ts'

const sorts = {
  model: byField('car'),
  price: byField('price'),
  buyer: byField('buyer'),
  payment: byField('state'),
}

type SaleList = ListOf<'listSales'>

const { placeSales, countSales } = salesApi.endpoints

export const salesSource: PlacedSource<Sale, SaleList> = {
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
