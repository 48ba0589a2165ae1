import { Car as CarIcon, CirclePlus, Megaphone, MegaphoneOff, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { carName } from '../../../contract/car-name.ts'
import type { Car } from '../../../contract/cars.ts'
import { pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import { useMe } from '../../session/use-session.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { MenuEntry } from '../../ui/Menu.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { toastOutcome } from '../../ui/toast-outcome.ts'
import { useSelection } from '../../ui/use-selection.ts'
import { BulkBar } from './BulkBar.tsx'
import { editPath } from './car-form.ts'
import { CarTable } from './CarTable.tsx'
import { useFeatureCarMutation, useRelistCarMutation, useUnfeatureCarMutation } from './cars.api.ts'
import { useAllCars } from './use-all-cars.ts'
import { useDeleteCar } from './use-delete-car.ts'
import { useDeleteCars } from './use-delete-cars.ts'

const addCarLink = (
  <LinkButton to={pages.addCar.path}>
    <CirclePlus aria-hidden="true" />
    Add car
  </LinkButton>
)

/** Every car for admins; a seller who comes here sees their own. */
export function ManagedCars() {
  const { isAdmin } = useMe()
  const { query, items, total, placed } = useAllCars()
  const selection = useSelection(
    items.filter(({ available }) => available === 'instock'),
    'car',
  )
  const deleteCar = useDeleteCar()
  const deleteCars = useDeleteCars()
  const [featureCar] = useFeatureCarMutation()
  const [unfeatureCar] = useUnfeatureCarMutation()
  const [relistCar] = useRelistCarMutation()

  function menu(car: Car): (MenuEntry | false)[] {
    const { featured, available } = car
    const name = carName(car)
    const call = { params: { id: car._id } }
    const isSold = available === 'sold'
    return [
      isAdmin &&
        !isSold &&
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
      { label: 'Edit', icon: <Pencil />, to: editPath(car), isDisabled: available !== 'instock' },
      'separator',
      {
        label: 'Delete',
        icon: <Trash2 />,
        tone: 'danger',
        onSelect: () => void deleteCar(car),
        isDisabled: !isAdmin && available !== 'instock',
      },
    ]
  }

  return (
    <>
      <PageHead
        title={pages.manageCars.title}
        count={total}
        actions={addCarLink}
        text={isAdmin ? undefined : 'Your own cars. Admins see everyone’s here.'}
      />
      <CarTable
        caption={pages.manageCars.title}
        query={query}
        placed={placed}
        menu={menu}
        note={noteOn}
        desk={{
          selection,
          bulkBar: (shown) => <BulkBar selection={shown} />,
          onDelete: (car, shown) => void deleteCars(shown.has(car) ? shown.items : [car], shown),
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
    </>
  )
}

function noteOn(car: Car): string | null {
  if (car.available === 'reserved') return 'A buyer is checking out. Deleting cancels their payment.'
  if (car.available === 'sold') return 'Deleting hides the listing. Sale records are kept.'
  return null
}
