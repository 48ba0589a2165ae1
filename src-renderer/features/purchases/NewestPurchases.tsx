import { pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import { useMe } from '../../session/use-session.ts'
import { DateText } from '../../ui/controls/DateText.tsx'
import { IncludedFeesNote } from '../../ui/controls/IncludedFees.tsx'
import { NewestRows } from '../../ui/table/NewestRows.tsx'
import { Price } from '../../ui/controls/Price.tsx'
import { buildModelColumn } from './model-column.tsx'
import { NoPurchases } from './NoPurchases.tsx'
import { purchasesApi } from './purchases.api.ts'
import { PurchaseBadge } from './PurchaseStatus.tsx'

export function NewestPurchases({ as }: { as: 'h2' | 'h3' }) {
  const { email } = useMe()
  const query = purchasesApi.useListPurchasesInfiniteQuery(
    { query: { email } },
    { refetchOnMountOrArgChange: true },
  )

  return (
    <NewestRows
      title="Recently added"
      as={as}
      query={query}
      more={{ label: 'View my purchase list', to: pages.purchases.path }}
      rowKey={({ _id }) => _id}
      empty={<NoPurchases />}
      columns={[
        buildModelColumn(),
        {
          key: 'price',
          header: strings.columns.price,
          align: 'end',
          render: ({ priceMinor, fees }) => (
            <span className="block">
              <Price minor={priceMinor} className="whitespace-nowrap" />
              <IncludedFeesNote fees={fees} />
            </span>
          ),
        },
        {
          key: 'date',
          header: 'Added',
          render: ({ purchaseTime }) => <DateText at={purchaseTime} />,
        },
        {
          key: 'status',
          header: strings.columns.paymentStatus,
          render: (purchase) => <PurchaseBadge purchase={purchase} />,
        },
      ]}
    />
  )
}
