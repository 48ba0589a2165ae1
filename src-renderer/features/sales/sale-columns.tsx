import { pagePath } from '../../../contract/pages.ts'
import type { Sale } from '../../../contract/purchases.ts'
import { strings } from '../../../contract/strings.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { TypedPrice } from '../../ui/TypedPrice.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const STATES: Record<Sale['state'], [word: string, tone: Tone]> = {
  unpaid: [strings.payment.notPaid, 'neutral'],
  paying: ['paying now', 'warning'],
  paid: [strings.payment.paid, 'success'],
  refunded: ['refunded', 'info'],
}

export function saleStateWord(state: Sale['state']): string {
  return STATES[state][0]
}

/** What every table of sales says. */
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
    render: ({ priceMinor, sellingPrice }) => <TypedPrice minor={priceMinor} text={sellingPrice} />,
  },
  payment: {
    key: 'payment',
    rank: 2,
    header: 'Status',
    value: ({ state }) => saleStateWord(state),
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
} satisfies Record<string, Column<Sale>>
