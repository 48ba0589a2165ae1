import { saleStateLabels } from '../../../contract/list-labels.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { Sale } from '../../../contract/purchases.ts'
import { strings } from '../../../contract/strings.ts'
import { Badge, type Tone } from '../../ui/controls/Badge.tsx'
import { IncludedFeesNote } from '../../ui/controls/IncludedFees.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { TypedPrice } from '../../ui/controls/TypedPrice.tsx'
import { getHeldDeposit } from '../../../contract/reservation.ts'
import { useSellerShare } from '../payouts/payouts.api.ts'
import { formatDeadline } from '../../ui/format-deadline.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'

const TONES: Record<Sale['state'], Tone> = {
  unpaid: 'neutral',
  paying: 'warning',
  paid: 'success',
  refunded: 'info',
}

export const saleColumns = {
  model: {
    key: 'model',
    header: strings.columns.modelName,
    kind: 'main',
    value: ({ carName }) => carName,
    render: ({ carID, carName }) => (
      <TextLink to={pagePath('car', { id: carID })} className="wrap-anywhere">
        {carName}
      </TextLink>
    ),
  },
  price: {
    key: 'price',
    header: strings.columns.price,
    align: 'end',
    width: 110,
    value: ({ priceMinor }) => priceMinor,
    render: (sale) => <SalePrice sale={sale} />,
  },
  payment: {
    key: 'payment',
    rank: 2,
    header: 'Status',
    value: ({ state }) => saleStateLabels[state],
    isFacet: true,
    render: (sale) => {
      const { paidAt, purchaseTime } = sale
      const deposit = getHeldDeposit(sale)
      return (
        <span className="cell-stack">
          <SaleBadge sale={sale} />
          <span className="text-tiny text-subtle">
            {deposit ? (
              `Until ${formatDeadline(deposit.reservedUntil)}`
            ) : (
              <DateText at={paidAt ?? purchaseTime} />
            )}
          </span>
          {paidAt !== null && <SaleDealLink sale={sale} />}
        </span>
      )
    },
  },
} satisfies Record<string, Column<Sale>>

export function SaleDealLink({ sale: { _id, carName } }: { sale: Sale }) {
  return (
    <TextLink
      to={pagePath('deal', { id: _id })}
      aria-label={`See deal for ${carName}`}
      className="text-small max-md:inline-flex max-md:min-h-11 max-md:items-center"
    >
      See deal
    </TextLink>
  )
}

function SaleBadge({ sale }: { sale: Sale }) {
  if (sale.state === 'unpaid' && getHeldDeposit(sale)) return <Badge tone="warning">reserved</Badge>
  return <Badge tone={TONES[sale.state]}>{saleStateLabels[sale.state]}</Badge>
}

/** A paid sale has the fee of its deal, which may differ from the seller's current fee. */
function SalePrice({ sale }: { sale: Sale }) {
  const shareOf = useSellerShare()
  const { priceMinor, sellingPrice, state } = sale
  const deposit = getHeldDeposit(sale)
  const isOpen = state === 'unpaid' || state === 'paying'
  const share = isOpen && !deposit ? shareOf(priceMinor) : undefined
  const text = share === undefined ? paidShareText(sale) : `You get ${formatMoney(share)}`
  return (
    <span className="block min-w-0">
      <TypedPrice minor={priceMinor} text={sellingPrice} />
      <IncludedFeesNote fees={sale.fees} />
      {deposit && (
        <span className="cell-more block text-tiny text-muted">{formatMoney(deposit.amount)} paid</span>
      )}
      {text !== null && <span className="cell-more block text-tiny text-subtle">{text}</span>}
    </span>
  )
}

function paidShareText({ state, paidMinor, payoutMinor }: Sale): string | null {
  if (state !== 'paid' || paidMinor === null || payoutMinor === null) return null
  return `You get ${formatMoney(payoutMinor)} of ${formatMoney(paidMinor)}`
}
