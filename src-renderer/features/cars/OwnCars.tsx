import { Car as CarIcon, CirclePlus, CopyPlus, Eye, Link, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Car } from '../../../contract/cars.ts'
import { MAX_AT_ONCE } from '../../../contract/max-at-once.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { useWebAddress } from '../../api/config.ts'
import { platform } from '../../platform/current.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { MenuEntry } from '../../ui/Menu.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { BulkBar } from './BulkBar.tsx'
import { duplicatePath, editPath } from './car-form.ts'
import { CarTable } from './CarTable.tsx'
import { copyLink } from './copy-link.ts'
import { useAllCars } from './use-all-cars.ts'
import { useDeleteCar } from './use-delete-car.ts'
import { useDeleteCars } from './use-delete-cars.ts'
import { useSelection } from '../../ui/use-selection.ts'

const addCarLink = (
  <LinkButton to={pages.addCar.path}>
    <CirclePlus aria-hidden="true" />
    Add car
  </LinkButton>
)

/** A seller's own cars, to edit and delete, singly and many at once. Above them the page may say something of them all. */
export function OwnCars({ notice }: { notice: ReactNode }) {
  const { query, items, total, placed } = useAllCars({ mine: '1' })
  const takeable = items.filter(isInStock)
  const selection = useSelection(takeable, 'car')
  const deleteCar = useDeleteCar()
  const deleteCars = useDeleteCars()
  const webAddress = useWebAddress()

  function menu(car: Car): MenuEntry[] {
    const isDisabled = !isInStock(car)
    return [
      { label: 'View', icon: <Eye />, to: pagePath('car', { id: car._id }) },
      { label: 'Edit', icon: <Pencil />, to: editPath(car), isDisabled },
      {
        label: 'Copy link',
        icon: <Link />,
        onSelect: () => void copyLink(webAddress(pagePath('car', { id: car._id }))),
      },
      { label: 'Duplicate', icon: <CopyPlus />, to: duplicatePath(car) },
      'separator',
      {
        label: 'Delete',
        icon: <Trash2 />,
        tone: 'danger',
        onSelect: () => void deleteCar(car),
        isDisabled,
      },
    ]
  }

  return (
    <>
      <PageHead title={pages.myCars.title} count={total} actions={addCarLink} />
      {notice}
      {takeable.length > 1 && platform.density === 'comfortable' && (
        <Checkbox
          className="mb-2"
          label={
            takeable.length > MAX_AT_ONCE
              ? `Select the first ${MAX_AT_ONCE} in stock`
              : `Select all ${takeable.length} in stock`
          }
          checked={selection.isAll}
          onChange={() => (selection.isAll ? selection.clear() : selection.take(takeable))}
        />
      )}
      <CarTable
        caption={pages.myCars.title}
        query={query}
        placed={placed}
        menu={menu}
        note={noteOn}
        isOwn
        desk={{
          selection,
          bulkBar: (shown) => <BulkBar selection={shown} />,
          onDelete: (car, shown) =>
            void (isInStock(car) && deleteCars(shown.has(car) ? shown.items : [car], shown)),
        }}
        empty={
          <EmptyState
            icon={<CarIcon />}
            title="No cars yet"
            text="Add photos and a price in numbers, and buyers can pay for your car online."
            action={addCarLink}
          />
        }
      />
    </>
  )
}

function isInStock(car: Car): boolean {
  return car.available === 'instock'
}

function noteOn(car: Car) {
  if (car.available === 'reserved') return 'A buyer is paying for it now. You can change it again after that.'
  if (car.available !== 'sold') return null
  return (
    <>
      Sold. Buyer details are in <TextLink to={pages.sales.path}>My sales</TextLink>
    </>
  )
}
