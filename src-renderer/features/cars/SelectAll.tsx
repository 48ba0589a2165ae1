import type { Car, Availability } from '../../../contract/cars.ts'
import { figure } from '../../../contract/figure.ts'
import { stateWords } from '../../../contract/state-words.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import type { Selection } from '../../ui/selection.ts'

interface SelectAllProps {
  cars: readonly Car[]
  /** The state that the list shows alone; of all states, what is in stock is selected. */
  state: Availability | undefined
  selection: Selection<Car>
}

/** Selects the cars of one state that have loaded; nothing where that would be one, or none. */
export function SelectAll({ cars, state = 'instock', selection }: SelectAllProps) {
  const all = cars.filter((car) => car.available === state && selection.mayTake(car))
  if (all.length < 2) return null
  const wanted = all.slice(0, selection.most)
  const isChosen = selection.items.length === wanted.length && wanted.every(selection.has)
  const which = `${wanted.length < all.length ? 'the first' : 'all'} ${figure(wanted.length)}`
  return (
    <Checkbox
      className="mb-2"
      label={`Select ${which} ${stateWords[state].toLowerCase()}`}
      checked={isChosen}
      onChange={() => (isChosen ? selection.clear() : selection.take(all))}
    />
  )
}
