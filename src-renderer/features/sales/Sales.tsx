import { pages } from '../../../contract/pages.ts'
import type { Sale } from '../../../contract/purchases.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { EmailText } from '../../ui/EmailText.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { NoSales } from './NoSales.tsx'
import { saleColumns } from './sale-columns.tsx'
import { useListSalesInfiniteQuery } from './sales.api.ts'

/** Who put one's cars on their list, and how to reach those who have paid. */
export function Sales() {
  const query = useListSalesInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })

  return (
    <>
      <PageHead
        title={pages.sales.title}
        count={pagesOf(query.data).total}
        text="You see a buyer’s contact and meeting place once the car is paid."
      />
      <PagedTable
        caption={pages.sales.title}
        query={query}
        rowKey={(sale) => sale._id}
        empty={<NoSales />}
        columns={[
          saleColumns.model,
          saleColumns.price,
          {
            key: 'buyer',
            header: 'Buyer',
            value: ({ buyerName }) => buyerName,
            render: (sale) => <Buyer sale={sale} />,
          },
          {
            key: 'place',
            header: 'Meeting place',
            render: ({ meetingPlace }) =>
              meetingPlace ? (
                <span className="wrap-anywhere">{meetingPlace}</span>
              ) : (
                <span className="text-subtle">once paid</span>
              ),
          },
          saleColumns.payment,
        ]}
      />
    </>
  )
}

function Buyer({ sale: { buyerName, buyerContact, buyerEmail } }: { sale: Sale }) {
  return (
    <span className="cell-stack">
      <span className="font-semibold wrap-anywhere">{buyerName}</span>
      {buyerContact && (
        <a href={`tel:${buyerContact}`} className="text-link wrap-anywhere">
          {buyerContact}
        </a>
      )}
      {buyerEmail && (
        <a href={`mailto:${buyerEmail}`} className="text-link">
          <EmailText address={buyerEmail} />
        </a>
      )}
    </span>
  )
}
