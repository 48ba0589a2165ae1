import { saleStateLabels } from '../../../contract/list-labels.ts'
import type { SaleStage } from '../../../contract/purchases.ts'
import { byField } from '../../ui/table/list-pages.ts'
import { facetedSource, listSource } from '../../ui/table/list-source.ts'
import { salesApi } from './sales.api.ts'

const sorts = {
  model: byField('car'),
  price: byField('price'),
  buyer: byField('buyer'),
  payment: byField('state'),
}

const { listSales, countSales } = salesApi.endpoints

export const salesList = facetedSource<'listSales', 'countSales'>(
  { endpoint: listSales, sorts },
  { name: 'state', label: 'status', words: saleStateLabels, counts: countSales, read: (counts) => counts },
)

export const stageLists: Record<SaleStage, typeof salesList> = {
  interested: listSource<'listSales'>({ endpoint: listSales, sorts, filter: { stage: 'interested' } }),
  paid: listSource<'listSales'>({ endpoint: listSales, sorts, filter: { stage: 'paid' } }),
}
