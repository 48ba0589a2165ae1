import { saleStateWords } from '../../../contract/list-words.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { Sale } from '../../../contract/purchases.ts'
import { strings } from '../../../contract/strings.ts'
import { Badge, type Tone } from '../../ui/controls/Badge.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { TypedPrice } from '../../ui/controls/TypedPrice.tsx'
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
    render: ({ priceMinor, sellingPrice }) => <TypedPrice minor={priceMinor} text={sellingPrice} />,
  },
  payment: {
    key: 'payment',
    rank: 2,
    header: 'Status',
    value: ({ state }) => saleStateWords[state],
    isFacet: true,
    render: ({ state, paidAt, purchaseTime }) => {
      return (
        <span className="cell-stack">
          <Badge tone={TONES[state]}>{saleStateWords[state]}</Badge>
          <span className="text-tiny text-subtle">
            <DateText at={paidAt ?? purchaseTime} />
          </span>
        </span>
      )
    },
  },
} satisfies Record<string, Column<Sale>>
