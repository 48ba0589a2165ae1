import { reportStateLabels } from '../../../contract/list-labels.ts'
import { listFieldSorts } from '../../ui/table/list-pages.ts'
import { createFacetedSource } from '../../ui/table/list-source.ts'
import { reportsApi } from './reports.api.ts'

const sorts = {
  model: listFieldSorts('car'),
  price: listFieldSorts('price'),
  seller: listFieldSorts('seller'),
  paid: listFieldSorts('paid'),
  reason: listFieldSorts('reason'),
  state: listFieldSorts('state'),
}

const { listReports, countReports } = reportsApi.endpoints

export const reportsList = createFacetedSource<'listReports', 'countReports'>(
  { endpoint: listReports, sorts },
  {
    name: 'state',
    label: 'status',
    words: reportStateLabels,
    counts: countReports,
    read: (counts) => counts,
  },
)
