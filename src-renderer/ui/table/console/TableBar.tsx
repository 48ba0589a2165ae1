import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useCommand } from '../../commands.ts'
import { IconButton } from '../../controls/Button.tsx'
import type { Column } from '../DataTable.tsx'
import { FacetChips } from '../FacetChips.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import type { TableSettings } from './table-settings.ts'
import { awaitField, takeBufferedKeys } from './type-ahead-buffer.ts'

interface TableBarProps<Row> {
  columns: readonly Column<Row>[]
  facets: readonly (readonly [value: string, count: number])[]
  total: number
  settings: TableSettings
  /** Keys of columns that are hidden for lack of space. */
  dropped: readonly string[]
  change: (part: Partial<TableSettings>) => void
  find: string
  onFind: (find: string) => void
  /** Called when the user requests the search field, by any method. */
  onAsk: () => void
  onRows: () => void
  /** Called on Escape in an empty search field. */
  onEscape: () => void
}

export function TableBar<Row>(props: TableBarProps<Row>) {
  const { columns, facets, total, settings, dropped, change, find, onFind, onAsk, onRows, onEscape } = props
  const facet = columns.find(({ isFacet }) => isFacet)
  // The chosen value stays visible so that the user can clear it.
  const choices = facets.filter(([value, count]) => count > 0 || value === settings.facet)
  if (settings.facet !== null && facet && !choices.some(([value]) => value === settings.facet))
    choices.push([settings.facet, 0])

  return (
    <div className="table-bar">
      {choices.length > 0 && (
        <FacetChips
          label={facet?.header.toLowerCase() ?? ''}
          total={total}
          choices={choices}
          chosen={settings.facet}
          onChoose={(next) => change({ facet: next })}
          className="table-chips"
        />
      )}
      <FindField {...{ find, onFind, onAsk, onRows, onEscape }} />
      <ColumnsMenu
        columns={columns}
        hidden={settings.hidden}
        dropped={dropped}
        onChange={(hidden) => change({ hidden })}
      />
    </div>
  )
}

type FindFieldProps = Pick<TableBarProps<unknown>, 'find' | 'onFind' | 'onAsk' | 'onRows' | 'onEscape'>

function FindField({ find, onFind, onAsk, onRows, onEscape }: FindFieldProps) {
  const { pathname, search } = useLocation()
  const url = pathname + search
  const input = useRef<HTMLInputElement>(null)

  function requestField() {
    input.current?.select()
    onAsk()
  }
  useCommand('findInList', () => (isShown(url) ? requestField() : awaitField()))
  const takeTypedKeys = useEffectEvent((drawn: string) => {
    const bufferedText = isShown(drawn) ? takeBufferedKeys() : null
    if (bufferedText === null) return
    requestField()
    input.current!.setRangeText(bufferedText, 0, input.current!.value.length, 'end')
    // The buffered keys are entered as typed input, so the next letter is appended to them.
    input.current!.dispatchEvent(new Event('input', { bubbles: true }))
  })
  useEffect(() => takeTypedKeys(url), [url])

  return (
    <div className="table-find">
      <Search aria-hidden="true" />
      <input
        ref={input}
        type="text"
        className="input"
        aria-label="Find in this list"
        placeholder="Find in this list"
        value={find}
        onChange={(event) => onFind(event.target.value)}
        onKeyDown={(event) => {
          if (!['Escape', 'ArrowDown', 'Enter'].includes(event.key)) return
          event.preventDefault()
          if (event.key !== 'Escape') onRows()
          else if (find !== '') onFind('')
          else onEscape()
        }}
      />
      {find !== '' && (
        <IconButton label="Empty the search" onClick={() => onFind('')}>
          <X />
        </IconButton>
      )}
    </div>
  )
}

/**
 * Reports whether the page at the URL is the rendered one. While the next page loads, the previous
 * one is still rendered.
 */
function isShown(url: string): boolean {
  return url === location.pathname + location.search
}
