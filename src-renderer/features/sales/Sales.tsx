import { HandCoins } from 'lucide-react'
import { Link } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { fillPath } from '../../../contract/paths.ts'
import type { Sale } from '../../../contract/purchases.ts'
import { strings } from '../../../contract/strings.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Price } from '../../ui/Price.tsx'
import { useListSalesInfiniteQuery } from './sales.api.ts'

const STATES: Record<Sale['state'], [word: string, tone: Tone]> = {
  unpaid: [strings.payment.notPaid, 'neutral'],
  paying: ['paying now', 'warning'],
  paid: [strings.payment.paid, 'success'],
  refunded: ['refunded', 'info'],
}

/** Who put one's cars on their list, and how to reach those who have paid. */
export function Sales() {
  const query = useListSalesInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })

  return (
    <>
      <PageHead
        title={pages.sales.title}
        count={pagesOf(query.data).total}
        text="You see a buyer's contact and meeting place once the car is paid."
      />
      <PagedTable
        caption={pages.sales.title}
        query={query}
        rowKey={(sale) => sale._id}
        empty={
          <EmptyState
            icon={<HandCoins />}
            title="No sales yet"
            text="When a buyer puts one of your cars on their list, you see it here, paid or not."
            action={<LinkButton to={pages.myCars.path}>See my cars</LinkButton>}
          />
        }
        columns={[
          {
            key: 'model',
            header: strings.columns.modelName,
            kind: 'main',
            value: ({ carModelName }) => carModelName,
            render: ({ carID, carModelName }) => (
              <Link
                to={fillPath(pages.car.path, { id: carID })}
                className="font-semibold underline-offset-3 wrap-anywhere hover:underline"
              >
                {carModelName}
              </Link>
            ),
          },
          {
            key: 'price',
            header: strings.columns.price,
            align: 'end',
            width: 110,
            value: ({ priceMinor }) => priceMinor,
            render: ({ priceMinor }) => <Price minor={priceMinor} className="whitespace-nowrap" />,
          },
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
          {
            key: 'payment',
            header: 'Payment',
            value: ({ state }) => STATES[state][0],
            isFacet: true,
            render: ({ state, paidAt, purchaseTime }) => {
              const [word, tone] = STATES[state]
              return (
                <span className="cell-stack">
                  <Badge tone={tone}>{word}</Badge>
                  <span className="text-tiny text-subtle">
                    <DateText at={paidAt ?? purchaseTime} />
                  </span>
                </span>
              )
            },
          },
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
