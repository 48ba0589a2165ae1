import { paymentStateWords } from '../../../contract/list-words.ts'
import { paymentStates, type Payment } from '../../../contract/payments.ts'
import { byAge, byField, sortName, wordsOf, type ListOf } from '../../ui/placed/placed-pages.ts'
import { countedBy } from '../../ui/placed/use-counts.ts'
import type { PlacedSource } from '../../ui/placed/use-placed-list.ts'
import { paymentsApi } from './payments.api.ts'

const sorts = {
  model: byField('car'),
  amount: byField('amount'),
  buyer: byField('buyer'),
  seller: byField('seller'),
  date: byAge,
  state: byField('state'),
}

const { placePayments, countPayments } = paymentsApi.endpoints

type Payments = ListOf<'listPayments'>

export const paymentsSource: PlacedSource<Payment, Payments> = {
  endpoint: placePayments,
  listOf: ({ sort, facet, find }) => ({
    q: wordsOf(find),
    state: paymentStates.find((state) => paymentStateWords[state] === facet),
    sort: sortName(sorts, sort),
  }),
  counter: countedBy(
    countPayments,
    ({ q }: Payments) => ({ q }),
    (counts) => ({
      facets: paymentStates.map((state) => [paymentStateWords[state], counts[state]]),
      total: paymentStates.reduce((sum, state) => sum + counts[state], 0),
    }),
  ),
}
