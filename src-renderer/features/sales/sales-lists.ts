import { saleStateLabels } from '../../../contract/list-labels.ts'
import type { SaleStage } from '../../../contract/purchases.ts'
import { listFieldSorts } from '../../ui/table/list-pages.ts'
import { createFacetedSource, listSource } from '../../ui/table/list-source.ts'
import { salesApi } from './sales.api.ts'

const sorts = {
  model: listFieldSorts('car'),
  price: listFieldSorts('price'),
  buyer: listFieldSorts('buyer'),
  payment: listFieldSorts('state'),
}

const { listSales, countSales } = salesApi.endpoints

export const salesList = createFacetedSource<'listSales', 'countSales'>(
  { endpoint: listSales, sorts },
  { name: 'state', label: 'status', words: saleStateLabels, counts: countSales, read: (counts) => counts },
)

export const stageLists: Record<SaleStage, typeof salesList> = {
  interested: listSource<'listSales'>({ endpoint: listSales, sorts, filter: { stage: 'interested' } }),
  paid: listSource<'listSales'>({ endpoint: listSales, sorts, filter: { stage: 'paid' } }),
}
