import { pages } from '../../../contract/pages.ts'
import { NewestRows } from '../../ui/table/NewestRows.tsx'
import { NoSales } from './NoSales.tsx'
import { saleColumns } from './sale-columns.tsx'
import { useListSalesQuery } from './sales.api.ts'

export function NewestSales({ as }: { as: 'h2' | 'h3' }) {
  const query = useListSalesQuery({ query: {} }, { refetchOnMountOrArgChange: true })

  return (
    <NewestRows
      title="Recent buyers"
      as={as}
      query={query}
      more={{ label: 'View all sales', to: pages.sales.path }}
      rowKey={({ _id }) => _id}
      empty={<NoSales />}
      columns={[
        saleColumns.model,
        saleColumns.price,
        {
          key: 'buyer',
          header: 'Buyer',
          render: ({ buyerName }) => <span className="wrap-anywhere">{buyerName}</span>,
        },
        saleColumns.payment,
      ]}
    />
  )
}
