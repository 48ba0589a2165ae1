import { HandCoins } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import type { Sale, SaleStage } from '../../../contract/purchases.ts'
import { EmailText } from '../../ui/EmailText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PagedTable, type PagedQuery } from '../../ui/PagedTable.tsx'
import type { PlacedList } from '../../ui/placed/placed-list.ts'
import { PhoneText } from '../../ui/PhoneText.tsx'
import { NoSales } from './NoSales.tsx'
import { saleColumns } from './sale-columns.tsx'

interface SalesTableProps {
  query: PagedQuery<Sale>
  placed?: PlacedList<Sale>
  /** Left out where the table has all of them. */
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

export function SalesTable({ query, placed, stage }: SalesTableProps) {
  return (
    <PagedTable
      caption={pages.sales.title}
      query={query}
      placed={placed}
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
      ]}
    />
  )
}

function Buyer({ sale: { buyerName, buyerContact, buyerEmail } }: { sale: Sale }) {
  return (
    <span className="cell-stack">
      <span className="font-semibold wrap-anywhere">{buyerName}</span>
      {buyerContact && <PhoneText phone={buyerContact} className="wrap-anywhere" />}
      {buyerEmail && (
        <a href={`mailto:${buyerEmail}`} className="text-link">
          <EmailText address={buyerEmail} />
        </a>
      )}
    </span>
  )
}
