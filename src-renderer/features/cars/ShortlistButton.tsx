import { Bookmark } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { buildCarName } from '../../../contract/cars/car-name.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { pages } from '../../../contract/pages.ts'
import { useAppDispatch } from '../../session/store.ts'
import { IconButton } from '../../ui/controls/Button.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { setShortlisted, useIsShortlisted } from '../shortlist/shortlist.api.ts'
import './shortlist-button.css'

interface ShortlistButtonProps {
  car: Car
  className?: string
}

/** Adds the car to the shortlist or removes it. Cars that were removed from the market can't be added. */
export function ShortlistButton({ car, className }: ShortlistButtonProps) {
  const isOn = useIsShortlisted(car._id)
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const isPublic = car.available === 'instock' || car.available === 'reserved' || car.available === 'sold'

  async function toggle() {
    if (!(await dispatch(setShortlisted(car._id, isOn ? null : car)))) return
    if (isOn) toast.info('Removed from The Kerb')
    else
      toast.success('Added to The Kerb', {
        action: { label: 'See The Kerb', onAction: () => void navigate(pages.shortlist.path) },
      })
  }

  if (!isPublic && !isOn) return null
  return (
    <IconButton
      label={`Add ${buildCarName(car)} to The Kerb`}
      title={isOn ? 'Remove from The Kerb' : 'Add to The Kerb'}
      aria-pressed={isOn}
      className={className}
      onClick={() => void toggle()}
    >
      <Bookmark fill={isOn ? 'currentColor' : 'none'} />
    </IconButton>
  )
}
