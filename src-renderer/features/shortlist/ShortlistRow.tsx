import { Car as CarIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { bindShortWords } from '../../../contract/cars/car-name.ts'
import { formatDaysAgo } from '../../../contract/dates.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath } from '../../../contract/pages.ts'
import { Badge, StatusBadge } from '../../ui/controls/Badge.tsx'
import { IconButton } from '../../ui/controls/Button.tsx'
import { Price } from '../../ui/controls/Price.tsx'
import { PreviousPrice, getRecentPriceChange } from '../../ui/controls/PreviousPrice.tsx'
import { BareCheckbox } from '../../ui/form/Checkbox.tsx'
import type { ShortlistItem } from './use-shortlist.ts'

interface ShortlistRowProps {
  item: ShortlistItem
  photo: ReactNode
  facts: ReactNode
  isChosen: boolean
  /** True if the comparison has space for the car. */
  canChoose: boolean
  onChoose: (isChosen: boolean) => void
  onRemove: () => void
}

/** Shows a car on the shortlist, with a checkbox that adds it to the comparison. */
export function ShortlistRow({ item, photo, facts, isChosen, canChoose, ...on }: ShortlistRowProps) {
  const { car, name } = item
  const change = car && getRecentPriceChange(car.priceChange)
  const news = priceNews(item)
  return (
    <article aria-label={name} className="card shortlist-row" data-chosen={isChosen || undefined}>
      <span className="shortlist-check">
        {car && (
          <BareCheckbox
            label={`Compare ${name}`}
            checked={isChosen}
            disabled={!isChosen && !canChoose}
            onChange={({ target }) => on.onChoose(target.checked)}
          />
        )}
      </span>
      {car ? (
        <Link
          to={pagePath('car', { id: item.id })}
          state={{ car }}
          tabIndex={-1}
          aria-hidden="true"
          className="shortlist-photo"
        >
          {photo}
        </Link>
      ) : (
        <span className="shortlist-photo grid place-items-center bg-sunken text-subtle">
          <CarIcon aria-hidden="true" className="size-11" />
        </span>
      )}
      <div className="flex min-w-0 flex-col gap-1 wrap-anywhere">
        <h2 className="leading-tight font-bold">
          {car ? (
            <Link to={pagePath('car', { id: item.id })} state={{ car }} className="hover:underline">
              {bindShortWords(name)}
            </Link>
          ) : (
            name
          )}
        </h2>
        {facts && <p className="text-small text-muted">{facts}</p>}
        <p className="flex flex-wrap items-center gap-2 text-tiny text-muted">
          {!car && <Badge tone="danger">No longer listed</Badge>}
          {car && car.available !== 'instock' && <StatusBadge status={car.available} />}
          {item.isForSaleAgain && <Badge tone="success">For sale again</Badge>}
          {news && <span className="font-semibold text-fg">{news}</span>}
          <span>Added {formatDaysAgo(item.addedAt)}</span>
        </p>
      </div>
      {car && (
        <p className="shortlist-price">
          <Price
            minor={car.allInMinor}
            text={car.resellPrice}
            className="text-h3 font-heavy tracking-tight"
          />
          {change && <PreviousPrice change={change} />}
        </p>
      )}
      <IconButton label={`Remove ${name} from The Kerb`} className="shortlist-remove" onClick={on.onRemove}>
        <X />
      </IconButton>
    </article>
  )
}

/**
 * Returns the text about a price that has changed since the car was added. A sold car's price is not
 * reported.
 */
function priceNews({ car, addedPriceMinor }: ShortlistItem): string | null {
  const isForSale = car?.available === 'instock' || car?.available === 'reserved'
  if (!isForSale || car.allInMinor === null || addedPriceMinor === null) return null
  const difference = car.allInMinor - addedPriceMinor
  if (difference === 0) return null
  return `Price ${difference < 0 ? 'dropped' : 'rose'} ${formatMoney(Math.abs(difference))} since you saved it`
}
