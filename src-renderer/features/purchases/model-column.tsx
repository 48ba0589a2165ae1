import type { ReactNode } from 'react'
import { pagePath } from '../../../contract/pages.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { strings } from '../../../contract/strings.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { cx } from '../../ui/cx.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'

/**
 * Builds the column that identifies the car in every purchase table.
 * @param look the photo next to the name and the facts below it
 */
export function buildModelColumn(look?: {
  photo: (purchase: Purchase) => ReactNode
  facts: (purchase: Purchase) => string
}): Column<Purchase> {
  return {
    key: 'model',
    header: strings.columns.modelName,
    kind: 'main',
    width: 260,
    value: ({ carName }) => carName,
    render: (purchase) => (
      <span className="flex items-center gap-3">
        {look?.photo(purchase)}
        <span className="min-w-24">
          <TextLink
            to={pagePath('car', { id: purchase.carID })}
            className={cx('wrap-anywhere', look && 'max-md:inline-flex max-md:min-h-11 max-md:items-center')}
          >
            {purchase.carName}
          </TextLink>
          {look && (
            <span className="cell-more block text-tiny font-normal text-subtle">{look.facts(purchase)}</span>
          )}
        </span>
      </span>
    ),
  }
}
