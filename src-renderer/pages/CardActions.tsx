import { Eye, EyeOff, Flag, Link, MoreHorizontal } from 'lucide-react'
import { useId } from 'react'
import { buildCarName } from '../../contract/cars/car-name.ts'
import type { Car } from '../../contract/cars/cars.ts'
import { getNotPayableReason } from '../../contract/money.ts'
import { pagePath } from '../../contract/pages.ts'
import { useWebAddress } from '../api/config.ts'
import { useSession } from '../session/use-session.ts'
import { copyLink } from '../features/cars/copy-link.ts'
import { Badge } from '../ui/controls/Badge.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { addCar, hiddenCars, removeCar } from '../ui/local-cars.ts'
import { Menu } from '../ui/overlays/Menu.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { useStoredList } from '../ui/stored-list.ts'
import type { CarDialogsState } from './use-car-dialogs.ts'

interface CardActionsProps {
  car: Car
  dialogs: CarDialogsState
}

/**
 * Shows the Buy button on a car card, or a badge if the car is the user's own. It is disabled if
 * the price can't be paid by card, as the text below the price explains.
 */
export function CardBuy({ car, dialogs }: CardActionsProps) {
  const isOwn = useSession().me?._id === car.sellerID
  const noteId = useId()
  const unpayableReason = getNotPayableReason(car.allInMinor)
  if (isOwn) return <Badge tone="info">Your listing</Badge>

  return (
    <>
      <Button
        disabled={unpayableReason !== null}
        aria-describedby={unpayableReason ? noteId : undefined}
        onClick={() => dialogs.open('buy', car._id)}
      >
        Buy <span className="sr-only">{buildCarName(car)}</span>
      </Button>
      {unpayableReason && (
        <span id={noteId} className="sr-only">
          {unpayableReason}
        </span>
      )}
    </>
  )
}

/** Offers the other actions for a car that does not belong to the user. */
export function CardMenu({ car, dialogs }: CardActionsProps) {
  const webAddress = useWebAddress()
  const isHidden = useStoredList(hiddenCars).some(({ id }) => id === car._id)
  if (useSession().me?._id === car.sellerID) return null

  function hide() {
    const { _id: id } = car
    addCar(hiddenCars, { id, name: buildCarName(car) })
    toast.info(`${buildCarName(car)} hidden`, {
      detail: 'Only this browser leaves it out of results.',
      action: { label: 'Undo', onAction: () => removeCar(hiddenCars, id) },
    })
  }

  return (
    <Menu
      label={`More for ${buildCarName(car)}`}
      entries={[
        {
          label: 'Copy link',
          icon: <Link />,
          onSelect: () => void copyLink(webAddress(pagePath('car', { id: car._id }))),
        },
        isHidden
          ? { label: 'Stop hiding', icon: <Eye />, onSelect: () => removeCar(hiddenCars, car._id) }
          : { label: 'Not interested', icon: <EyeOff />, onSelect: hide },
        { label: 'Report this listing', icon: <Flag />, onSelect: () => dialogs.open('report', car._id) },
      ]}
    >
      <MoreHorizontal />
    </Menu>
  )
}
