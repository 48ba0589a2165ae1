import { getFacetLabel, type FacetName } from '../../../contract/cars/car-facets.ts'
import { getChosenValues, countCars, toggleFacetValue, type Filters } from './search-filters.ts'
import type { FacetOption } from './uncounted-facets.ts'
import { NativeInput } from '../../ui/controls/native-controls.ts'

interface FacetChoicesProps {
  facet: FacetName
  options: readonly FacetOption[]
  filters: Filters
  onChange: (next: Filters) => void
}

/**
 * Lists a facet's choices. A car matches any of the selected ones. Choices without cars are disabled unless
 * selected.
 */
export function FacetChoices({ facet, options, filters, onChange }: FacetChoicesProps) {
  const chosen = getChosenValues(filters, facet)
  const isPictured = facet === 'body'

  return (
    <ul className={isPictured ? 'grid grid-cols-2 gap-2' : '-my-1'}>
      {options.map(({ value, count }) => {
        const input = (
          <NativeInput
            type="checkbox"
            className={isPictured ? 'absolute inset-0 size-full opacity-0' : 'check'}
            aria-label={[getFacetLabel(facet, value), count !== null && countCars(count)]
              .filter(Boolean)
              .join(', ')}
            checked={chosen.includes(value)}
            disabled={count === 0 && !chosen.includes(value)}
            onChange={() => onChange(toggleFacetValue(filters, facet, value))}
          />
        )
        return (
          <li key={value}>
            {isPictured ? (
              <label className="body-choice">
                {input}
                <img src={`/art/bodies/${value}.svg`} alt="" width={724} height={240} loading="lazy" />
                <span className="text-tiny font-semibold">
                  {getFacetLabel(facet, value)}{' '}
                  <span className="font-normal text-muted tabular-nums">{count}</span>
                </span>
              </label>
            ) : (
              <label className="choice has-disabled:text-subtle">
                {input}
                <span className="flex-1">{getFacetLabel(facet, value)}</span>
                <span className="text-muted tabular-nums">{count}</span>
              </label>
            )}
          </li>
        )
      })}
    </ul>
  )
}
