import { ChevronDown } from 'lucide-react'
import type { Car } from '../../../contract/cars.ts'
import { figure } from '../../../contract/figure.ts'
import { useMe } from '../../session/use-session.ts'
import { Menu } from '../../ui/Menu.tsx'
import { bulkMoves, sortForMove, type BulkMove } from './bulk-moves.ts'

interface MoveCarsMenuProps {
  cars: readonly Car[]
  onChoose: (move: BulkMove) => void
}

/** The steps that selected cars can take, each with how many of them can. */
export function MoveCarsMenu({ cars, onChoose }: MoveCarsMenuProps) {
  const me = useMe()
  return (
    <Menu
      label="Change status"
      className="button"
      data-variant="secondary"
      data-size="small"
      entries={bulkMoves.map((move) => {
        const count = sortForMove(cars, move.to, me).able.length
        return {
          label: count === 0 ? move.label : `${move.label} (${figure(count)})`,
          isDisabled: count === 0,
          onSelect: () => onChoose(move),
        }
      })}
    >
      Change status
      <ChevronDown aria-hidden="true" />
    </Menu>
  )
}
