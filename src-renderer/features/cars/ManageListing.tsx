import { isEditable } from '../../../contract/cars/car-life.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { useCommand } from '../../ui/commands.ts'
import { editPath } from './car-form.ts'
import { ListingButton } from './ListingButton.tsx'
import { useCarMoves } from './use-car-moves.tsx'

/**
 * Shows Edit and Unlist, or List again, on a car's page to users who may use them. The listing action also
 * has a keyboard shortcut.
 */
export function ManageListing({ car }: { car: Car }) {
  const { listing } = useCarMoves()
  const offered = listing(car)
  useCommand('listing', () => offered?.run())
  return (
    <>
      {isEditable(car) && (
        <LinkButton variant="secondary" to={editPath(car)}>
          Edit
        </LinkButton>
      )}
      <ListingButton listing={offered} />
    </>
  )
}
