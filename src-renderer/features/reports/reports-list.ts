import { reportStateLabels } from '../../../contract/list-labels.ts'
import { byField } from '../../ui/table/list-pages.ts'
import { facetedSource } from '../../ui/table/list-source.ts'
import { reportsApi } from './reports.api.ts'

const sorts = {
  model: byField('car'),
  price: byField('price'),
  seller: byField('seller'),
  paid: byField('paid'),
  reason: byField('reason'),
  state: byField('state'),
}

const { listReports, countReports } = reportsApi.endpoints

export const reportsList = facetedSource<'listReports', 'countReports'>(
  { endpoint: listReports, sorts },
  {
    name: 'state',
    label: 'status',
    words: reportStateLabels,
    counts: countReports,
    read: (counts) => counts,
  },
)
