import type { carSorts } from '../../../contract/cars.ts'

export type CarSort = (typeof carSorts)[number]

const SORTS: readonly [CarSort, string][] = [
  ['newest', 'Newest first'],
  ['price', 'Lowest price first'],
  ['-price', 'Highest price first'],
  ['mileage', 'Lowest mileage first'],
  ['-year', 'Newest model year first'],
]

/** What an address may say; anything else is the default. */
export function toSort(text: string | null): CarSort {
  return SORTS.find(([sort]) => sort === text)?.[0] ?? 'newest'
}

export function SortSelect({ value, onChange }: { value: CarSort; onChange: (sort: CarSort) => void }) {
  return (
    <label className="flex items-center gap-3 text-small font-semibold">
      Sort
      <span className="select">
        <select className="input" value={value} onChange={(event) => onChange(toSort(event.target.value))}>
          {SORTS.map(([sort, label]) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </select>
      </span>
    </label>
  )
}
