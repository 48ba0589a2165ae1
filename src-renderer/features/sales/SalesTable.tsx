import { HandCoins } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import type { Sale, SaleStage } from '../../../contract/purchases.ts'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import type { PagedQuery } from '../../ui/table/table-props.ts'
import type { ListView } from '../../ui/table/list-view.ts'
import { PhoneText } from '../../ui/controls/PhoneText.tsx'
import { reservationColumn } from './reservation-column.tsx'
import { NoSales } from './NoSales.tsx'
import { saleColumns } from './sale-columns.tsx'

interface SalesTableProps {
  query: PagedQuery<Sale>
  view: ListView<Sale>
  /** Omitted to show all sales. */
  stage?: SaleStage
}

const empty: Record<SaleStage, { title: string; text: string }> = {
  interested: {
    title: 'No one is waiting to pay',
    text: 'Buyers who add one of your cars to their purchase list show up here until they pay.',
  },
  paid: {
    title: 'No paid sales yet',
    text: 'Once a buyer pays, their contact info and meeting place show up here.',
  },
}

export function SalesTable({ query, view, stage }: SalesTableProps) {
  return (
    <ListTable
      caption={pages.sales.title}
      query={query}
      view={view}
      rowKey={(sale) => sale._id}
      empty={stage ? <EmptyState icon={<HandCoins />} {...empty[stage]} /> : <NoSales />}
      columns={[
        saleColumns.model,
        saleColumns.price,
        {
          key: 'buyer',
          rank: 1,
          header: 'Buyer',
          value: ({ buyerName }) => buyerName,
          render: (sale) => <Buyer sale={sale} />,
        },
        {
          key: 'place',
          rank: 3,
          header: 'Meeting place',
          render: ({ meetingPlace }) =>
            meetingPlace ? (
              <span className="wrap-anywhere">{meetingPlace}</span>
            ) : (
              <span className="text-subtle">After payment</span>
            ),
        },
        saleColumns.payment,
        ...(stage === 'paid' ? [] : [reservationColumn]),
      ]}
    />
  )
}

function Buyer({ sale: { buyerName, buyerContact, buyerEmail } }: { sale: Sale }) {
  return (
    <span className="cell-stack">
      <span className="min-w-32 font-semibold wrap-anywhere">{buyerName}</span>
      {buyerContact && <PhoneText phone={buyerContact} className="wrap-anywhere" />}
      {buyerEmail && (
        <a href={`mailto:${buyerEmail}`} className="text-link">
          <EmailText address={buyerEmail} />
        </a>
      )}
    </span>
  )
}
