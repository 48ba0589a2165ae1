import { MoreHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Car } from '../../../contract/cars.ts'
import { strings } from '../../../contract/strings.ts'
import { Badge, StatusBadge } from '../../ui/Badge.tsx'
import { BareCheckbox } from '../../ui/Checkbox.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { Menu, type MenuEntry } from '../../ui/Menu.tsx'
import { PagedTable, type PagedQuery } from '../../ui/PagedTable.tsx'
import { Price } from '../../ui/Price.tsx'
import { CarPicture } from './CarPicture.tsx'

interface CarTableProps {
  caption: string
  query: PagedQuery<Car>
  empty: ReactNode
  menu: (car: Car) => (MenuEntry | false)[]
  /** Below the name: why something cannot be done now. */
  note: (car: Car) => ReactNode
  /** Left out where rows cannot be selected. */
  selection?: {
    has: (car: Car) => boolean
    mayTake: (car: Car) => boolean
    toggle: (car: Car) => void
  }
}

/** Cars as their seller and admins see them. */
export function CarTable({ caption, query, empty, menu, note, selection }: CarTableProps) {
  return (
    <PagedTable
      caption={caption}
      query={query}
      rowKey={(car) => car._id}
      empty={empty}
      columns={[
        {
          key: 'model',
          header: strings.columns.modelName,
          kind: 'main',
          render: (car) => (
            <span className="flex min-w-0 items-center gap-3">
              {selection && (
                <BareCheckbox
                  label={`Select ${car.modelName}`}
                  checked={selection.has(car)}
                  disabled={!selection.mayTake(car)}
                  onChange={() => selection.toggle(car)}
                />
              )}
              <span
                className="w-16 flex-none overflow-hidden rounded-badge [&_svg]:size-5"
                aria-hidden="true"
              >
                <CarPicture src={car.image_url} alt="" />
              </span>
              <span className="min-w-0 wrap-anywhere md:min-w-40">
                <Link
                  to={`/car/${car._id}`}
                  className="mr-2 font-semibold underline-offset-3 hover:underline"
                >
                  {car.modelName}
                </Link>
                {car.featured && <Badge tone="accent">Advertised</Badge>}
                <span className="block text-tiny font-normal text-subtle">{note(car)}</span>
              </span>
            </span>
          ),
        },
        {
          key: 'price',
          header: strings.columns.resellPrice,
          align: 'end',
          render: (car) => <Price minor={car.priceMinor} className="whitespace-nowrap" />,
        },
        {
          key: 'email',
          header: strings.columns.sellerEmail,
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
          render: (car) => <span className="block min-w-28 wrap-anywhere">{car.selllerContact}</span>,
        },
        {
          key: 'availability',
          header: strings.columns.availability,
          render: (car) => <StatusBadge status={car.available} />,
        },
        {
          key: 'actions',
          header: 'Actions',
          kind: 'actions',
          align: 'end',
          render: (car) => (
            <Menu label={`Actions for ${car.modelName}`} entries={menu(car)}>
              <MoreHorizontal />
            </Menu>
          ),
        },
      ]}
    />
  )
}
