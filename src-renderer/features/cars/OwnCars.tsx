import {
  Car as CarIcon,
  CirclePlus,
  CopyPlus,
  Eye,
  ImagePlus,
  Link,
  Pencil,
  Trash2,
  Upload,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Car } from '../../../contract/cars/cars.ts'
import { MAX_CHANGED_CARS } from '../../../contract/cars/change-limits.ts'
import { formatNumber } from '../../../contract/number-format.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { carStateLabels } from '../../../contract/cars/car-state-labels.ts'
import { useWebAddress } from '../../api/config.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import type { MenuEntry } from '../../ui/overlays/MenuPopup.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { useAddressCriteria } from '../../ui/table/use-address-state.ts'
import { useList } from '../../ui/table/use-list.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { isDeletable, isEditable } from '../../../contract/cars/car-life.ts'
import type { Selection } from '../../ui/table/selection.ts'
import { returnAfterSave } from '../../ui/form-exit.tsx'
import { BulkBar } from './BulkBar.tsx'
import { duplicatePath, editPath } from './car-form.ts'
import { getLifeNote } from './car-note.tsx'
import { ownCars } from './car-lists.ts'
import { CarTable } from './CarTable.tsx'
import { findCarsToDelete } from './cars-to-delete.ts'
import { copyLink } from './copy-link.ts'
import { isSelectable } from './is-selectable.ts'
import { useCarMoves } from './use-car-moves.tsx'
import { useDeleteCar } from './use-delete-car.ts'
import { useDeleteCars } from './use-delete-cars.tsx'
import { getCannotDeleteReason } from './cannot-delete-reason.ts'
import { useSelection } from '../../ui/table/use-selection.ts'

const addCarLink = (
  <LinkButton to={pages.addCar.path}>
    <CirclePlus aria-hidden="true" />
    Add car
  </LinkButton>
)

const addPhotosLink = (
  <LinkButton to={pages.addPhotos.path} variant="secondary">
    <ImagePlus aria-hidden="true" />
    {pages.addPhotos.title}
  </LinkButton>
)

const importLink = (
  <LinkButton variant="secondary" to={pages.imports.path}>
    <Upload aria-hidden="true" />
    Import
  </LinkButton>
)

/**
 * Lists a seller's cars, to edit or delete them individually or in bulk. A notice may appear above the list.
 */
export function OwnCars({ notice }: { notice: ReactNode }) {
  const { query, items, total, view } = useList(ownCars)
  const [{ facet }] = useAddressCriteria(view)
  const moves = useCarMoves()
  const navigate = useNavigate()
  const selection = useSelection(items.filter(isSelectable), 'car', MAX_CHANGED_CARS)
  const deleteCar = useDeleteCar()
  const deleteCars = useDeleteCars()
  const webAddress = useWebAddress()

  const actions = (
    <>
      {total !== null && total > 0 && addPhotosLink}
      <ExportMenu list="listAllCars" fileName="kerblight-my-cars" query={{ mine: '1' }} view={view} />
      {importLink}
      {addCarLink}
    </>
  )

  function menu(car: Car): MenuEntry[] {
    const isDraft = car.available === 'draft'
    const edit = { icon: <Pencil />, to: editPath(car), isDisabled: !isEditable(car) }
    if (isDraft) return [{ label: 'Continue', ...edit }, ...moves.entries(car), 'separator', deletion(car)]
    return [
      { label: 'View', icon: <Eye />, to: pagePath('car', { id: car._id }) },
      { label: 'Edit', ...edit, state: returnAfterSave },
      {
        label: 'Copy link',
        icon: <Link />,
        onSelect: () => void copyLink(webAddress(pagePath('car', { id: car._id }))),
      },
      { label: 'Duplicate', icon: <CopyPlus />, to: duplicatePath(car) },
      'separator',
      ...moves.entries(car),
      'separator',
      deletion(car),
    ]
  }

  function deletion(car: Car): MenuEntry {
    return {
      label: 'Delete',
      icon: <Trash2 />,
      tone: 'danger',
      onSelect: () => void deleteCar(car),
      isDisabled: !isDeletable(car),
    }
  }

  return (
    <>
      <PageHead title={pages.myCars.title} count={total} actions={actions} />
      {notice}
      <CarTable
        caption={pages.myCars.title}
        query={query}
        view={view}
        lead={<SelectAll cars={flattenPages(query.data).items ?? []} state={facet} selection={selection} />}
        menu={menu}
        note={noteFor}
        listing={moves.listing}
        isOwn
        consoleOptions={{
          selection,
          bulkBar: (shown) => <BulkBar selection={shown} />,
          edit: (car) =>
            isEditable(car) ? () => void navigate(editPath(car), { state: returnAfterSave }) : null,
          deletion: (car, shown) => {
            const cars = findCarsToDelete(car, shown, isDeletable(car))
            return cars && (() => void deleteCars(cars, shown))
          },
          cannotDeleteReason: getCannotDeleteReason,
        }}
        empty={
          <EmptyState
            icon={<CarIcon />}
            title="No cars yet"
            text="Add photos and a price in numbers, and buyers can pay for your car online."
            action={
              <>
                {addCarLink}
                {importLink}
              </>
            }
          />
        }
      />
      {moves.dialog}
    </>
  )
}

function noteFor(car: Car) {
  if (car.available === 'reserved')
    return 'A buyer has reserved it or is paying for it. You can change it again after that.'
  if (car.available === 'in-review')
    return 'Another listing has the same VIN, so our team checks this one first. Buyers don’t see it yet.'
  if (car.available !== 'sold') return getLifeNote(car)
  return (
    <>
      Sold. Buyer details are in <TextLink to={pages.sales.path}>My sales</TextLink>
    </>
  )
}

interface SelectAllProps {
  cars: readonly Car[]
  /**
   * The label of the only state in the list, or null if the list has all states. The box then selects the
   * cars in stock.
   */
  state: string | null
  selection: Selection<Car>
}

/** Shows a checkbox that selects all loaded cars in one state, if there are at least two. */
function SelectAll({ cars, state, selection }: SelectAllProps) {
  const stateLabel = state ?? carStateLabels.instock
  const selectableCars = cars.filter(
    (car) => carStateLabels[car.available] === stateLabel && selection.canSelect(car),
  )
  if (selectableCars.length < 2) return null
  const carsToSelect = selectableCars.slice(0, selection.maxCount)
  const isChosen = selection.items.length === carsToSelect.length && carsToSelect.every(selection.has)
  const quantity = `${carsToSelect.length < selectableCars.length ? 'the first' : 'all'} ${formatNumber(carsToSelect.length)}`
  return (
    <Checkbox
      className="mb-2"
      label={`Select ${quantity} ${stateLabel.toLowerCase()}`}
      checked={isChosen}
      onChange={() => (isChosen ? selection.clear() : selection.take(selectableCars))}
    />
  )
}
