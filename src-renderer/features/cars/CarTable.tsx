import { useMemo, useState, type ReactNode } from 'react'
import { isEditable } from '../../../contract/cars/car-life.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { platform } from '../../platform/current.ts'
import { ListTable } from '../../ui/table/ListTable.tsx'
import type { PagedQuery, ConsoleTableOptions } from '../../ui/table/table-props.ts'
import type { ListView } from '../../ui/table/list-view.ts'
import type { MenuEntry } from '../../ui/overlays/MenuPopup.tsx'
import { CarMenu, buildRoomyColumns, type CarColumns } from './car-columns.tsx'
import { CarDetails } from './CarDetails.tsx'
import { PriceEditing } from './PriceCell.tsx'
import { buildDenseColumns } from './dense-car-columns.tsx'
import type { Listing } from './use-car-moves.tsx'

interface CarTableProps extends Omit<CarColumns, 'isOwn'> {
  caption: string
  query: PagedQuery<Car>
  view: ListView<Car>
  empty: ReactNode
  lead?: ReactNode
  menu: (car: Car) => (MenuEntry | false)[]
  consoleOptions: Omit<ConsoleTableOptions<Car>, 'details' | 'listing' | 'price'>
  listing: (car: Car) => Listing | null
  /**
   * True if all cars belong to the viewing seller. Rows shown as cards then omit the seller's contact
   * details.
   */
  isOwn?: boolean
}

export function CarTable({ consoleOptions, menu, note, listing, isOwn = false, ...list }: CarTableProps) {
  const isDense = platform.density === 'compact'
  // Memoized columns keep unchanged rows from rendering again.
  const dense = useMemo(() => buildDenseColumns(note), [note])
  const [priced, setPriced] = useState<string | null>(null)
  return (
    <PriceEditing value={{ id: priced, edit: setPriced }}>
      <CarMenu value={menu}>
        <ListTable
          rowKey={(car) => car._id}
          columns={isDense ? dense : buildRoomyColumns({ note, isOwn }, consoleOptions.selection)}
          consoleOptions={{
            ...consoleOptions,
            price: (car) => (isEditable(car) ? () => setPriced(car._id) : null),
            listing: (car) => listing(car)?.run ?? null,
            details: (car) => (
              <CarDetails car={car} note={note(car)} menu={menu(car)} listing={listing(car)} />
            ),
          }}
          {...list}
        />
      </CarMenu>
    </PriceEditing>
  )
}
