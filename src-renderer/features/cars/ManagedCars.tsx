import { Car as CarIcon, CirclePlus, Megaphone, MegaphoneOff, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { isDeletable, isEditable } from '../../../contract/cars/car-life.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { MAX_CHANGED_CARS } from '../../../contract/cars/change-limits.ts'
import { pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import { useMe } from '../../session/use-session.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import type { MenuEntry } from '../../ui/overlays/MenuPopup.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { useList } from '../../ui/table/use-list.ts'
import { toastOutcome } from '../../ui/overlays/toast-outcome.ts'
import { useSelection } from '../../ui/table/use-selection.ts'
import { returnAfterSave } from '../../ui/form-exit.tsx'
import { BulkBar } from './BulkBar.tsx'
import { editPath, formatCarTitle } from './car-form.ts'
import { getLifeNote } from './car-note.tsx'
import { everyonesCars } from './car-lists.ts'
import { CarTable } from './CarTable.tsx'
import { findCarsToDelete } from './cars-to-delete.ts'
import { useFeatureCarMutation, useRelistCarMutation, useUnfeatureCarMutation } from './cars.api.ts'
import { isSelectable } from './is-selectable.ts'
import { useCarMoves } from './use-car-moves.tsx'
import { useDeleteCar } from './use-delete-car.ts'
import { useDeleteCars } from './use-delete-cars.tsx'
import { getCannotDeleteReason } from './cannot-delete-reason.ts'

const addCarLink = (
  <LinkButton to={pages.addCar.path}>
    <CirclePlus aria-hidden="true" />
    Add car
  </LinkButton>
)

/** Lists all cars for admins. Sellers who open the page see only their own. */
export function ManagedCars({ notice }: { notice: ReactNode }) {
  const { isAdmin } = useMe()
  const { query, items, total, view } = useList(everyonesCars)
  const moves = useCarMoves()
  const navigate = useNavigate()
  const selection = useSelection(items.filter(isSelectable), 'car', MAX_CHANGED_CARS)
  const deleteCar = useDeleteCar()
  const deleteCars = useDeleteCars()
  const [featureCar] = useFeatureCarMutation()
  const [unfeatureCar] = useUnfeatureCarMutation()
  const [relistCar] = useRelistCarMutation()

  function menu(car: Car): (MenuEntry | false)[] {
    const { featured, available } = car
    const name = formatCarTitle(car)
    const call = { params: { id: car._id } }
    const isSold = available === 'sold'
    const isListed = available === 'instock' || available === 'reserved'
    return [
      isAdmin &&
        isListed &&
        (featured
          ? {
              label: 'Stop advertising',
              icon: <MegaphoneOff />,
              onSelect: () => void toastOutcome(unfeatureCar(call), `${name} is no longer advertised`),
            }
          : {
              label: strings.cars.advertise,
              icon: <Megaphone />,
              onSelect: () =>
                void toastOutcome(featureCar(call), `${name} is now advertised on the home page`),
            }),
      isAdmin &&
        isSold && {
          label: 'Relist after refund',
          icon: <RotateCcw />,
          onSelect: () => void toastOutcome(relistCar(call), `${name} is back in stock`),
        },
      {
        label: 'Edit',
        icon: <Pencil />,
        to: editPath(car),
        state: returnAfterSave,
        isDisabled: !isEditable(car),
      },
      'separator',
      ...moves.entries(car),
      'separator',
      {
        label: 'Delete',
        icon: <Trash2 />,
        tone: 'danger',
        onSelect: () => void deleteCar(car),
        isDisabled: !isAdmin && !isDeletable(car),
      },
    ]
  }

  return (
    <>
      <PageHead
        title={pages.manageCars.title}
        count={total}
        actions={
          <>
            <ExportMenu list="listAllCars" fileName="kerblight-cars" view={view} />
            {addCarLink}
          </>
        }
        text={isAdmin ? undefined : 'Your own cars. Admins see everyone’s here.'}
      />
      {notice}
      <CarTable
        caption={pages.manageCars.title}
        query={query}
        view={view}
        menu={menu}
        note={noteFor}
        listing={moves.listing}
        consoleOptions={{
          selection,
          bulkBar: (shown) => <BulkBar selection={shown} />,
          edit: (car) =>
            isEditable(car) ? () => void navigate(editPath(car), { state: returnAfterSave }) : null,
          deletion: (car, shown) => {
            const cars = findCarsToDelete(car, shown, isAdmin || isDeletable(car))
            return cars && (() => void deleteCars(cars, shown))
          },
          cannotDeleteReason: getCannotDeleteReason,
        }}
        empty={
          <EmptyState
            icon={<CarIcon />}
            title="No cars yet"
            text="Cars added by sellers and admins show up here."
            action={addCarLink}
          />
        }
      />
      {moves.dialog}
    </>
  )
}

function noteFor(car: Car): ReactNode {
  if (car.available === 'reserved')
    return 'A buyer has reserved it or is paying. Deleting it cancels their payment or refunds their deposit.'
  if (car.available === 'in-review' && car.heldVin)
    return `Another listing has the same VIN. To compare them, search for ${car.heldVin}.`
  if (car.available === 'sold') return 'Deleting hides the listing. Sale records are kept.'
  return getLifeNote(car)
}
