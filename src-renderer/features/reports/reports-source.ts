import { reportStateWords } from '../../../contract/list-words.ts'
import { reportStates, type Report } from '../../../contract/reports.ts'
import { byField, sortName, wordsOf, type ListOf } from '../../ui/placed/placed-pages.ts'
import { countedBy } from '../../ui/placed/use-counts.ts'
import type { PlacedSource } from '../../ui/placed/use-placed-list.ts'
import { reportsApi } from './reports.api.ts'

const sorts = {
  model: byField('car'),
  price: byField('price'),
  seller: byField('seller'),
  paid: byField('paid'),
  reason: byField('reason'),
  state: byField('state'),
}

type ReportList = ListOf<'listReports'>

const { placeReports, countReports } = reportsApi.endpoints

export const reportsSource: PlacedSource<Report, ReportList> = {
  endpoint: placeReports,
  listOf: ({ sort, facet, find }) => ({
    q: wordsOf(find),
    state: reportStates.find((state) => reportStateWords[state] === facet),
    sort: sortName(sorts, sort),
  }),
  counter: countedBy(
    countReports,
    ({ q }: ReportList) => ({ q }),
    (counts) => ({
      facets: reportStates.map((state) => [reportStateWords[state], counts[state]]),
      total: reportStates.reduce((sum, state) => sum + counts[state], 0),
    }),
  ),
}
