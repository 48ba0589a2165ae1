import { Megaphone, MoreHorizontal } from 'lucide-react'
import { createContext, use, type ReactNode } from 'react'
import type { Car } from '../../../contract/cars/cars.ts'
import { formatCount } from '../../../contract/number-format.ts'
import { formatDaysAgo } from '../../../contract/dates.ts'
import { getThumbnail } from '../../../contract/images.ts'
import { pagePath } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import { priceLabelTexts } from '../../../contract/cars/price-labels.ts'
import { carStateLabels } from '../../../contract/cars/car-state-labels.ts'
import { platform } from '../../platform/current.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { BareCheckbox } from '../../ui/form/Checkbox.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuEntry } from '../../ui/overlays/MenuPopup.tsx'
import type { Selection } from '../../ui/table/selection.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { TypedPrice } from '../../ui/controls/TypedPrice.tsx'
import { editPath, formatCarTitle } from './car-form.ts'
import { CarPhoto } from './CarPhoto.tsx'
import { FactsLine } from './FactsLine.tsx'
import { StateBadge } from './StateBadge.tsx'

/** The entries of the row menu. They are in a context because they change more often than the columns. */
export const CarMenu = createContext<(car: Car) => (MenuEntry | false)[]>(() => [])

export interface CarColumns {
  note: (car: Car) => ReactNode
  /**
   * True if all cars belong to the viewing seller. Rows shown as cards then omit the seller's contact
   * details.
   */
  isOwn: boolean
}

/**
 * Returns the columns of spacious tables.
 * @param selection shown as checkboxes before the names
 */
export function buildRoomyColumns(
  { note, isOwn }: CarColumns,
  selection: Selection<Car> | undefined,
): Column<Car>[] {
  return [
    buildNameColumn(note, selection),
    stateColumn,
    { ...priceColumn, render: (car) => <ComparedPrice car={car} /> },
    listedColumn,
    { ...emailColumn, isAside: isOwn },
    { ...contactColumn, isAside: isOwn },
    actionsColumn,
  ]
}

export function buildNameColumn(note: CarColumns['note'], selection?: Selection<Car>): Column<Car> {
  return {
    key: 'model',
    header: strings.columns.modelName,
    kind: 'main',
    value: formatCarTitle,
    width: 228,
    render: (car) => (
      <span className="flex min-w-0 items-center gap-2 sm:gap-3">
        {selection && (
          <BareCheckbox
            label={`Select ${formatCarTitle(car)}`}
            checked={selection.has(car)}
            disabled={!selection.canSelect(car)}
            onChange={() => selection.toggle(car)}
          />
        )}
        <span
          // A tap on the photo is meant for the checkbox next to it.
          className="pointer-events-none w-12 flex-none overflow-hidden rounded-badge xl:w-16 compact:w-10 [&_svg]:size-5"
          aria-hidden="true"
        >
          <CarPhoto src={getThumbnail(car.image_url)} alt="" focus={car.coverFocus} />
        </span>
        <span className="min-w-0 wrap-anywhere md:min-w-20 xl:min-w-32">
          <TextLink
            to={car.available === 'draft' ? editPath(car) : pagePath('car', { id: car._id })}
            className="mr-2"
          >
            {formatCarTitle(car)}
          </TextLink>
          {car.featured && <AdvertisedBadge />}
          <span className="cell-more block text-tiny font-normal text-muted">
            <FactsLine car={{ ...car, location: '' }} />
          </span>
          <span className="cell-more block text-tiny font-normal text-subtle">{note(car)}</span>
        </span>
      </span>
    ),
  }
}

/** Shows that a car is advertised. Dense rows show only an icon, to leave space for the name. */
function AdvertisedBadge() {
  const label = 'Advertised'
  if (platform.density === 'comfortable') return <Badge tone="accent">{label}</Badge>
  return (
    <Badge tone="accent">
      <Megaphone role="img" aria-label={label} className="size-4">
        <title>{label}</title>
      </Megaphone>
    </Badge>
  )
}

export const stateColumn: Column<Car> = {
  key: 'availability',
  rank: 0,
  header: strings.columns.availability,
  value: (car) => carStateLabels[car.available],
  isFacet: true,
  width: 100,
  render: (car) => <StateBadge state={car.available} />,
}

export const priceColumn: Column<Car> = {
  key: 'price',
  header: strings.columns.resellPrice,
  align: 'end',
  value: (car) => car.priceMinor,
  width: 120,
  render: (car) => <CarTypedPrice car={car} />,
}

/** Shows the price that the seller typed and, with fees, what buyers see. */
export function CarTypedPrice({ car: { priceMinor, resellPrice, allInMinor } }: { car: Car }) {
  return <TypedPrice minor={priceMinor} text={resellPrice} allInMinor={allInMinor} />
}

function ComparedPrice({ car }: { car: Car }) {
  const { priceLabel } = car
  if (!priceLabel || priceLabel === 'not-enough') return <CarTypedPrice car={car} />
  return (
    <span className="cell-stack items-end">
      <CarTypedPrice car={car} />
      <span className="cell-more text-tiny text-muted">{priceLabelTexts[priceLabel]}</span>
    </span>
  )
}

const listedColumn: Column<Car> = {
  key: 'listed',
  header: 'Listed',
  render: (car) => (
    <span className="cell-stack">
      <span>{car.listedBefore === false ? '–' : formatDaysAgo(car.postedAt)}</span>
      <span className="cell-more text-tiny text-muted">{nameLists(car)}</span>
    </span>
  ),
}

export const emailColumn: Column<Car> = {
  key: 'email',
  header: strings.columns.sellerEmail,
  width: 180,
  render: ({ sellerEmail }) =>
    sellerEmail ? (
      <EmailText address={sellerEmail} />
    ) : (
      <span className="text-subtle">{strings.cars.noSellerEmail}</span>
    ),
}

export const contactColumn: Column<Car> = {
  key: 'contact',
  header: strings.columns.sellerContact,
  width: 120,
  render: (car) => <span className="block min-w-22 wrap-anywhere">{car.selllerContact}</span>,
}

export const actionsColumn: Column<Car> = {
  key: 'actions',
  header: 'Actions',
  kind: 'actions',
  align: 'end',
  render: (car) => <Actions car={car} />,
}

function Actions({ car }: { car: Car }) {
  return (
    <Menu label={`Actions for ${formatCarTitle(car)}`} entries={use(CarMenu)(car)}>
      <MoreHorizontal />
    </Menu>
  )
}

function nameLists({ onLists = 0, available }: Car): string | null {
  if (onLists === 0 || available === 'sold') return null
  return `On ${formatCount(onLists, 'list')}`
}
