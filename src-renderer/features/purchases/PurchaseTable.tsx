import { Flag, Handshake, ReceiptText, Star, Trash2 } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { getReviewLink } from '../../../contract/purchase-review.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { strings } from '../../../contract/strings.ts'
import { toProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import { IconButton } from '../../ui/controls/Button.tsx'
import { IncludedFeesNote } from '../../ui/controls/IncludedFees.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { PagedTable } from '../../ui/table/PagedTable.tsx'
import { Price } from '../../ui/controls/Price.tsx'
import { createLazyPart } from '../../ui/lazy-part.tsx'
import { handleSingleClick } from '../../ui/single-click.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { getHeldDeposit } from '../../../contract/reservation.ts'
import { toastDeleted } from '../undo/undo.api.ts'
import { PreviousPrice, getRecentPriceChange } from '../../ui/controls/PreviousPrice.tsx'
import { buildModelColumn } from './model-column.tsx'
import { NoPurchases } from './NoPurchases.tsx'
import { purchasesApi } from './purchases.api.ts'
import { PurchaseStatus } from './PurchaseStatus.tsx'

const EndReservation = createLazyPart(
  () => import('./EndReservation.tsx').then((module) => module.EndReservation),
  'button',
)

interface PurchaseTableProps {
  email: string
  look: Parameters<typeof buildModelColumn>[0]
  onReport: (purchase: Purchase) => void
}

export function PurchaseTable({ email, look, onReport }: PurchaseTableProps) {
  const dispatch = useAppDispatch()
  const query = purchasesApi.useListPurchasesInfiniteQuery(
    { query: { email } },
    { refetchOnMountOrArgChange: true },
  )
  const [deletePurchase] = purchasesApi.useDeletePurchaseMutation()

  async function handleDelete({ _id, carID, carModelName }: Purchase) {
    try {
      const response = await deletePurchase({ params: { id: _id, carID }, query: { email } }).unwrap()
      dispatch(toastDeleted(strings.deletion(carModelName), response))
    } catch (error) {
      toast.error(toProblem(error).message)
    }
  }

  const columns: Column<Purchase>[] = [
    buildModelColumn(look),
    {
      key: 'price',
      rank: 0,
      header: strings.columns.price,
      align: 'end',
      width: 100,
      value: ({ priceMinor }) => priceMinor,
      render: (purchase) => <PurchasePrice purchase={purchase} />,
    },
    {
      key: 'status',
      rank: 1,
      header: strings.columns.paymentStatus,
      width: 180,
      render: (purchase) => <PurchaseStatus purchase={purchase} />,
    },
    {
      key: 'name',
      rank: 3,
      header: strings.columns.name,
      isAside: true,
      render: ({ buyerName }) => <span className="block wrap-anywhere md:min-w-20">{buyerName}</span>,
    },
    {
      key: 'email',
      rank: 4,
      header: strings.columns.email,
      isAside: true,
      render: ({ buyerEmail }) => <EmailText address={buyerEmail} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      align: 'end',
      width: 200,
      render: (purchase) => (
        <RowActions purchase={purchase} onReport={onReport} onDelete={(row) => void handleDelete(row)} />
      ),
    },
  ]

  return (
    <PagedTable
      caption={strings.menu.purchases}
      columns={columns}
      query={query}
      rowKey={({ _id }) => _id}
      empty={<NoPurchases />}
    />
  )
}

/**
 * Shows the agreed price. An unpaid purchase of a car that is for sale shows the current price and, for some
 * time, the previous one.
 */
function PurchasePrice({ purchase }: { purchase: Purchase }) {
  const { state, available, carPriceMinor, priceMinor, sellingPrice, fees } = purchase
  const deposit = getHeldDeposit(purchase)
  if (deposit)
    return (
      <span className="cell-stack items-end">
        <Price minor={priceMinor} text={sellingPrice} />
        <IncludedFeesNote fees={fees} />
        <span className="text-tiny whitespace-nowrap text-muted">{formatMoney(deposit.amount)} paid</span>
      </span>
    )
  const isForSale = available === 'instock' || available === 'reserved'
  if (state !== 'unpaid' || !isForSale)
    return (
      <span className="cell-stack items-end">
        <Price minor={priceMinor} text={sellingPrice} />
        <IncludedFeesNote fees={fees} />
      </span>
    )
  const change = getRecentPriceChange(purchase.carPriceChange)
  return (
    <span className="cell-stack items-end">
      <Price minor={carPriceMinor} text={carPriceMinor === priceMinor ? sellingPrice : undefined} />
      <IncludedFeesNote fees={fees} />
      {change && <PreviousPrice change={change} />}
    </span>
  )
}

interface RowActionsProps {
  purchase: Purchase
  onReport: (purchase: Purchase) => void
  onDelete: (purchase: Purchase) => void
}

/** Shows the buttons of a row. They wrap in pairs if the table has no space for all of them next to each other. */
function RowActions({ purchase, onReport, onDelete }: RowActionsProps) {
  const { carName, transactionID, _id } = purchase
  const review = getReviewLink(purchase)
  return (
    <span className="xl:whitespace-nowrap">
      {transactionID !== null && (
        <span className="inline-flex">
          <Link
            to={pagePath('deal', { id: _id })}
            className="icon-button"
            title="Deal"
            aria-label={`Deal for ${carName}`}
          >
            <Handshake aria-hidden="true" />
          </Link>
          <Link
            to={pages.receipt.path.replace(':id', _id)}
            className="icon-button"
            title="Receipt"
            aria-label={`Receipt for ${carName}`}
          >
            <ReceiptText aria-hidden="true" />
          </Link>
        </span>
      )}
      {review && (
        <Link
          to={review.path}
          className="icon-button"
          title={review.label}
          aria-label={`${review.label} of the ${carName}`}
        >
          <Star aria-hidden="true" />
        </Link>
      )}
      <span className="inline-flex">
        <IconButton label={`Report ${carName}`} onClick={() => onReport(purchase)}>
          <Flag />
        </IconButton>
        {getHeldDeposit(purchase) ? (
          <Suspense fallback={<span className="icon-button" />}>
            <EndReservation purchase={purchase} />
          </Suspense>
        ) : (
          <IconButton label={`Delete ${carName}`} onClick={handleSingleClick(() => onDelete(purchase))}>
            <Trash2 />
          </IconButton>
        )}
      </span>
    </span>
  )
}
