import { MoreHorizontal, Trash2, ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { isEditable } from '../../../contract/cars/car-life.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { formatNumber, formatCount } from '../../../contract/number-format.ts'

import { platform } from '../../platform/current.ts'
import { useMe } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { createLazyPart } from '../../ui/lazy-part.tsx'
import { LoadingBar } from '../../ui/controls/LoadingBar.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { ShownSelection } from '../../ui/table/selection.ts'
import { SelectionBar } from '../../ui/table/SelectionBar.tsx'
import { bulkMoves, sortForMove, type BulkMove } from './bulk-moves.ts'
import { ChangeCarsDialog, type CarsChange, type ChangeableField } from './ChangeCarsDialog.tsx'
import { fieldLabels } from './car-form.ts'
import { sortForDeletion } from './cars-to-delete.ts'
import { MoveCarsDialog, type CarsMove } from './MoveCarsDialog.tsx'
import { useDeleteCars } from './use-delete-cars.tsx'

const CarSheets = createLazyPart(() => import('./CarSheets.tsx').then((module) => module.CarSheets), 'toast')

export function BulkBar({ selection }: { selection: ShownSelection<Car> }) {
  const deleteCars = useDeleteCars()
  const [isDeleting, setDeleting] = useState(false)
  // Contains the cars that were selected when the user chose the action. Cars may leave the selection
  // afterward.
  const [change, setChange] = useState<CarsChange | null>(null)
  const [moving, setMoving] = useState<CarsMove | null>(null)
  const [printed, setPrinted] = useState<readonly Car[] | null>(null)
  const cars = selection.items
  const editable = cars.filter(isEditable)
  const deletion = sortForDeletion(cars)
  const ask = (field: ChangeableField) => setChange({ field, cars: editable })

  async function handleDelete() {
    setDeleting(true)
    await deleteCars(deletion, selection)
    setDeleting(false)
  }

  return (
    <>
      <SelectionBar selection={selection} noun="car">
        <Button
          variant="secondary"
          size="small"
          disabled={editable.length === 0}
          onClick={() => ask('resellPrice')}
        >
          Change price
        </Button>
        <MoveCarsMenu cars={cars} onChoose={(move) => setMoving({ move, cars })} />
        <Menu
          label="More changes"
          entries={[
            ...(['location', 'condition'] as const).map((field) => ({
              label: `Change ${fieldLabels[field].toLowerCase()}`,
              isDisabled: editable.length === 0,
              onSelect: () => ask(field),
            })),
            platform.can.print && {
              label: platform.console ? 'Save windshield sheets as PDF' : 'Print windshield sheets',
              onSelect: () => setPrinted(cars),
            },
          ]}
        >
          <MoreHorizontal />
        </Menu>
        <Button
          variant="danger"
          size="small"
          loading={isDeleting}
          disabled={deletion.going.length === 0}
          onClick={() => void handleDelete()}
        >
          <Trash2 aria-hidden="true" />
          Delete {formatCount(deletion.going.length, 'car')}
        </Button>
      </SelectionBar>
      <ChangeCarsDialog change={change} onClose={() => setChange(null)} />
      {printed && (
        <Suspense fallback={<LoadingBar />}>
          <CarSheets cars={printed} onDone={() => setPrinted(null)} />
        </Suspense>
      )}
      <MoveCarsDialog moving={moving} onClose={() => setMoving(null)} />
    </>
  )
}

interface MoveCarsMenuProps {
  cars: readonly Car[]
  onChoose: (move: BulkMove) => void
}

/** Lists the state changes that apply to the selected cars, with the number of cars for each. */
function MoveCarsMenu({ cars, onChoose }: MoveCarsMenuProps) {
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
          label: count === 0 ? move.label : `${move.label} (${formatNumber(count)})`,
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
