import { pages } from '../../../contract/pages.ts'
import { NewestRows } from '../../ui/table/NewestRows.tsx'
import { NoPayments } from './NoPayments.tsx'
import { paymentColumns } from './payment-columns.tsx'
import { useListPaymentsQuery } from './payments.api.ts'

export function NewestPayments({ as }: { as: 'h2' | 'h3' }) {
  const query = useListPaymentsQuery({ query: {} }, { refetchOnMountOrArgChange: true })
  const { model, amount, buyer, date, state } = paymentColumns

  return (
    <NewestRows
      title="Recent payments"
      as={as}
      query={query}
      more={{ label: 'View all payments', to: pages.payments.path }}
      rowKey={({ _id }) => _id}
      empty={<NoPayments />}
      columns={[model, amount, buyer, date, state]}
    />
  )
}
