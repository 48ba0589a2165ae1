import { ArrowDown, ArrowUp, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../controls/Button.tsx'
import type { Column } from './DataTable.tsx'
import { FacetChips } from './FacetChips.tsx'
import type { ListCriteria, ListView } from './list-view.ts'

interface ListBarProps<Row> {
  view: ListView<Row>
  columns: readonly Column<Row>[]
  criteria: ListCriteria
  onCriteriaChange: (part: Partial<ListCriteria>) => void
}

/** Renders the search, filter, and sort controls above a list in the spacious layout. */
export function ListBar<Row>({ view, columns, criteria, onCriteriaChange }: ListBarProps<Row>) {
  const { find, sort, facet } = criteria
  // A single chip would have no effect: all rows have its value.
  const choices = view.facets.filter(([value, count]) => count > 0 || value === facet)
  const sortable = columns.filter(({ key }) => view.sortKeys.includes(key))

  return (
    <div className="mb-4 flex flex-col gap-3 print:hidden">
      {view.facet && (choices.length > 1 || facet !== null) && (
        <FacetChips
          label={view.facet.label}
          total={view.total}
          choices={choices}
          chosen={facet}
          onChoose={(next) => onCriteriaChange({ facet: next })}
          className="flex flex-wrap gap-2"
          chipClass="min-h-11!"
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <FindField find={find} onFind={(next) => onCriteriaChange({ find: next })} />
        {sortable.length > 0 && (
          <span className="select">
            <select
              className="input"
              aria-label="Sort by"
              value={sort?.key ?? ''}
              onChange={({ target: { value } }) =>
                onCriteriaChange({ sort: value === '' ? null : { key: value, isDescending: false } })
              }
            >
              <option value="">Newest first</option>
              {sortable.map(({ key, header }) => (
                <option key={key} value={key}>
                  {header}
                </option>
              ))}
            </select>
          </span>
        )}
        {sort && (
          <IconButton
            label={sort.isDescending ? 'Sort ascending' : 'Sort descending'}
            onClick={() => onCriteriaChange({ sort: { ...sort, isDescending: !sort.isDescending } })}
          >
            {sort.isDescending ? <ArrowDown /> : <ArrowUp />}
          </IconButton>
        )}
      </div>
    </div>
  )
}

const TYPING_MS = 200

interface FindFieldProps {
  find: string
  onFind: (find: string) => void
}

/**
 * Renders the search field. The URL stores the search text, and browsers limit how often it may
 * change. The field therefore updates it only once the user stops typing.
 */
function FindField({ find, onFind }: FindFieldProps) {
  const [text, setText] = useState(find)
  const [lastFind, setLastFind] = useState(find)
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (find !== lastFind) {
    setLastFind(find)
    setText(find)
  }

  function change(next: string, delay: number) {
    setText(next)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      setLastFind(next)
      onFind(next)
    }, delay)
  }

  return (
    <span className="relative w-full grow sm:w-auto">
      <Search
        className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
      <input
        type="search"
        className="input px-11!"
        aria-label="Find in this list"
        placeholder="Find in this list"
        maxLength={200}
        value={text}
        onChange={({ target }) => change(target.value, TYPING_MS)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') change(text, 0)
        }}
      />
    </span>
  )
}
