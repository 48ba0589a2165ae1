import type { carSorts } from '../../../contract/cars/cars.ts'
import { NativeSelect } from '../../ui/controls/native-controls.ts'
import type { Filters } from './search-filters.ts'

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
 * otherwise newest first. So does the distance without a ZIP code.
 */
export function toSort(text: string | null, filters: Filters): CarSort {
  const sort = sortsFor(filters).find(([value]) => value === text)?.[0]
  if (sort && (sort !== 'nearest' || filters.near)) return sort
  return filters.q ? 'relevance' : 'newest'
}

interface SortSelectProps {
  value: CarSort
  filters: Filters
  onChange: (sort: CarSort) => void
}

export function SortSelect({ value, filters, onChange }: SortSelectProps) {
  return (
    <label className="flex min-w-0 items-center gap-3 text-small font-semibold max-lg:flex-1 max-lg:justify-end">
      <span className="max-lg:sr-only">Sort</span>
      <span className="select min-w-0 lg:w-56">
        <NativeSelect
          className="input"
          value={value}
          onChange={(event) => onChange(toSort(event.target.value, filters))}
        >
          {sortsFor(filters).map(([sort, label]) => (
            <option key={sort} value={sort} disabled={sort === 'nearest' && !filters.near}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </span>
    </label>
  )
}

function sortsFor({ q, near }: Filters): readonly [CarSort, string][] {
  const nearest: [CarSort, string] = ['nearest', near ? 'Nearest first' : 'Nearest first (enter a ZIP code)']
  return [...(q ? [['relevance', 'Best match'] as [CarSort, string]] : []), ...SORTS, nearest]
}
