import { MoreHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Car } from '../../../contract/cars.ts'
import { formatDaysAgo } from '../../../contract/dates.ts'
import { pagePath } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import { stateWords } from '../../../contract/state-words.ts'
import { platform } from '../../platform/current.ts'
import { Badge } from '../../ui/Badge.tsx'
import { BareCheckbox } from '../../ui/Checkbox.tsx'
import { countOf } from '../../ui/count-of.ts'
import { EmailText } from '../../ui/EmailText.tsx'
import { Menu, type MenuEntry } from '../../ui/Menu.tsx'
import { PagedTable, type PagedQuery, type TableDesk } from '../../ui/PagedTable.tsx'
import type { PlacedList } from '../../ui/placed/placed-list.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { TypedPrice } from '../../ui/TypedPrice.tsx'
import { editPath, titleOf } from './car-form.ts'
import { CarDetails } from './CarDetails.tsx'
import { FactsLine } from './FactsLine.tsx'
import { CarPicture } from './CarPicture.tsx'
import { StateBadge } from './StateBadge.tsx'

interface CarTableProps {
  caption: string
  query: PagedQuery<Car>
  placed: PlacedList<Car> | undefined
  empty: ReactNode
  menu: (car: Car) => (MenuEntry | false)[]
  /** Below the name: why something cannot be done now. */
  note: (car: Car) => ReactNode
  desk: TableDesk<Car>
  /** All of one seller, who knows how to reach them. */
  isOwn?: boolean
}

/** Cars as their seller and admins see them. */
export function CarTable({ caption, query, placed, empty, menu, note, desk, isOwn = false }: CarTableProps) {
  // A dense table has a column for it.
  const selection = platform.density === 'comfortable' ? desk.selection : undefined
  return (
    <PagedTable
      caption={caption}
      query={query}
      placed={placed}
      rowKey={(car) => car._id}
      empty={empty}
      desk={{ details: (car) => <CarDetails car={car} note={note(car)} menu={menu(car)} />, ...desk }}
      columns={[
        {
          key: 'model',
          header: strings.columns.modelName,
          kind: 'main',
          value: titleOf,
          width: 300,
          render: (car) => (
            <span className="flex min-w-0 items-center gap-2 sm:gap-3">
              {selection && (
                <BareCheckbox
                  label={`Select ${titleOf(car)}`}
                  checked={selection.has(car)}
                  disabled={!selection.mayTake(car)}
                  onChange={() => selection.toggle(car)}
                />
              )}
              <span
                className="w-12 flex-none overflow-hidden rounded-badge xl:w-16 compact:w-11.5 [&_svg]:size-5"
                aria-hidden="true"
              >
                <CarPicture src={car.image_url} alt="" />
              </span>
              <span className="min-w-0 wrap-anywhere md:min-w-20 xl:min-w-32">
                <TextLink
                  to={car.available === 'draft' ? editPath(car) : pagePath('car', { id: car._id })}
                  className="mr-2"
                >
                  {titleOf(car)}
                </TextLink>
                {car.featured && <Badge tone="accent">Advertised</Badge>}
                <span className="cell-more block text-tiny font-normal text-muted">
                  <FactsLine car={{ ...car, location: '' }} />
                </span>
                <span className="cell-more block text-tiny font-normal text-subtle">{note(car)}</span>
              </span>
            </span>
          ),
        },
        {
          key: 'availability',
          header: strings.columns.availability,
          value: (car) => stateWords[car.available],
          isFacet: true,
          width: 110,
          render: (car) => <StateBadge state={car.available} />,
        },
        {
          key: 'price',
          header: strings.columns.resellPrice,
          align: 'end',
          value: (car) => car.priceMinor,
          width: 120,
          render: (car) => <TypedPrice minor={car.priceMinor} text={car.resellPrice} />,
        },
        {
          key: 'listed',
          header: 'Listed',
          value: (car) => car.postedAt,
          width: 120,
          render: (car) => (
            <span className="cell-stack">
              <span>{car.listedBefore === false ? '–' : formatDaysAgo(car.postedAt)}</span>
              <span className="cell-more text-tiny text-muted">{nameLists(car)}</span>
            </span>
          ),
        },
        {
          key: 'email',
          header: strings.columns.sellerEmail,
          isAside: isOwn,
          width: 180,
          render: ({ sellerEmail }) =>
            sellerEmail ? (
              <EmailText address={sellerEmail} />
            ) : (
              <span className="text-subtle">{strings.cars.noSellerEmail}</span>
            ),
        },
        {
          key: 'contact',
          header: strings.columns.sellerContact,
          isAside: isOwn,
          render: (car) => <span className="block min-w-22 wrap-anywhere">{car.selllerContact}</span>,
        },
        {
          key: 'actions',
          header: 'Actions',
          kind: 'actions',
          align: 'end',
          render: (car) => (
            <Menu label={`Actions for ${titleOf(car)}`} entries={menu(car)}>
              <MoreHorizontal />
            </Menu>
          ),
        },
      ]}
    />
  )
}

function nameLists({ onLists = 0, available }: Car): string | null {
  if (onLists === 0 || available === 'sold') return null
  return `On ${countOf(onLists, 'list')}`
}
