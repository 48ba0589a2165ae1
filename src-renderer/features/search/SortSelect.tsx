import type { carSorts } from '../../../contract/cars/cars.ts'
import { NativeSelect } from '../../ui/controls/native-controls.ts'

export type CarSort = (typeof carSorts)[number]

const SORTS: readonly [CarSort, string][] = [
  ['newest', 'Newest listings'],
  ['price', 'Price: lowest'],
  ['-price', 'Price: highest'],
  ['mileage', 'Mileage: lowest'],
  ['-year', 'Year: newest'],
]

/**
 * Parses the URL's sort parameter. An invalid value becomes the default: relevance with a query, and
 * otherwise newest first.
 */
export function toSort(text: string | null, hasWords: boolean): CarSort {
  return sortsFor(hasWords).find(([sort]) => sort === text)?.[0] ?? (hasWords ? 'relevance' : 'newest')
}

interface SortSelectProps {
  value: CarSort
  hasWords: boolean
  onChange: (sort: CarSort) => void
}

export function SortSelect({ value, hasWords, onChange }: SortSelectProps) {
  return (
    <label className="flex min-w-0 items-center gap-3 text-small font-semibold max-lg:flex-1 max-lg:justify-end">
      <span className="max-lg:sr-only">Sort</span>
      <span className="select min-w-0">
        <NativeSelect
          className="input"
          value={value}
          onChange={(event) => onChange(toSort(event.target.value, hasWords))}
        >
          {sortsFor(hasWords).map(([sort, label]) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </span>
    </label>
  )
}

function sortsFor(hasWords: boolean): readonly [CarSort, string][] {
  return hasWords ? [['relevance', 'Best match'], ...SORTS] : SORTS
}
