import { saleStateWords } from '../../../contract/list-words.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { Sale } from '../../../contract/purchases.ts'
import { strings } from '../../../contract/strings.ts'
import { Badge, type Tone } from '../../ui/controls/Badge.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { TypedPrice } from '../../ui/controls/TypedPrice.tsx'
import { useSellerShare } from '../payouts/payouts.api.ts'
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
    value: ({ state }) => saleStateWords[state],
    isFacet: true,
    render: ({ _id, carName, state, paidAt, purchaseTime }) => {
      return (
        <span className="cell-stack">
          <Badge tone={TONES[state]}>{saleStateWords[state]}</Badge>
          <span className="text-tiny text-subtle">
            <DateText at={paidAt ?? purchaseTime} />
          </span>
          {paidAt !== null && (
            <TextLink
              to={pagePath('deal', { id: _id })}
              aria-label={`See deal for ${carName}`}
              className="text-small max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              See deal
            </TextLink>
          )}
        </span>
      )
    },
  },
} satisfies Record<string, Column<Sale>>

/** The deal of a paid sale shows the amount that its seller gets, because its fee may differ from today's. */
function SalePrice({ sale: { priceMinor, sellingPrice, state } }: { sale: Sale }) {
  const shareOf = useSellerShare()
  const share = state === 'unpaid' || state === 'paying' ? shareOf(priceMinor) : undefined
  return (
    <span className="block min-w-0">
      <TypedPrice minor={priceMinor} text={sellingPrice} />
      {share !== undefined && (
        <span className="cell-more block text-tiny text-subtle">You get {formatMoney(share)}</span>
      )}
    </span>
  )
}
