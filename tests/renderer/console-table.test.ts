import { describe, expect, it } from 'vitest'
import { sortAndFilterRows, countFacets } from '../../src-renderer/ui/table/console/sort-and-filter-rows.ts'
import { nextSort } from '../../src-renderer/ui/table/list-pages.ts'
import { rowCommandIds, rowCommands } from '../../contract/desktop/row-commands.ts'
import type { Stroke } from '../../src-renderer/ui/accelerators.ts'
import {
  pickFittingColumns,
  getMinimumWidth,
  buildGridTemplate,
} from '../../src-renderer/ui/table/console/column-layout.ts'
import { findTableAction, toRowRange } from '../../src-renderer/ui/table/console/table-keys.ts'
import { readSettings } from '../../src-renderer/ui/table/console/table-settings.ts'
import type { Column } from '../../src-renderer/ui/table/DataTable.tsx'

describe('a key in a table', () => {
  const position = { current: 4, count: 20, page: 6 }
  const stroke = (key: string, modifiers: Partial<Stroke> = {}): Stroke => ({
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...modifiers,
  })
  const goal = (key: string, from = position) => {
    const act = findTableAction(stroke(key), from)
    return act?.type === 'move' ? act.to : null
  }

  it('moves by a row, by a page, and to the ends', () => {
    expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'].map((key) => goal(key))).toEqual([
      5, 3, 10, 0, 0, 19,
    ])
  })

  it('does not move past the first or the last row', () => {
    expect(goal('ArrowUp', { ...position, current: 0 })).toBe(0)
    expect(goal('ArrowDown', { ...position, current: 19 })).toBe(19)
    expect(goal('PageDown', { ...position, current: 17 })).toBe(19)
    expect(goal('ArrowDown', { current: -1, count: 0, page: 6 })).toBeNull()
  })

  it('selects one row with Space, a range with Shift, and all rows with Ctrl+A', () => {
    expect(findTableAction(stroke(' '), position)).toEqual({ type: 'toggle' })
    expect(findTableAction(stroke('ArrowDown', { shiftKey: true }), position)).toEqual({
      type: 'move',
      to: 5,
      isRange: true,
    })
    expect(findTableAction(stroke('a', { ctrlKey: true }), position)).toEqual({ type: 'takeAll' })
  })

  it('ignores system shortcuts and letters', () => {
    expect(findTableAction(stroke('ArrowLeft', { altKey: true }), position)).toBeNull()
    expect(findTableAction(stroke('ArrowDown', { ctrlKey: true }), position)).toBeNull()
    expect(findTableAction(stroke('a'), position)).toBeNull()
  })

  const names: Record<string, string> = { Down: 'ArrowDown', Up: 'ArrowUp', Space: ' ' }
  it.each(rowCommandIds.flatMap((id) => rowCommands[id].keys.map((key) => [id, key] as const)))(
    'follows the table of keys: %s by %s',
    (id, accelerator) => {
      const parts = accelerator.split('+')
      const act = findTableAction(
        stroke(names[parts.at(-1)!] ?? parts.at(-1)!, {
          shiftKey: parts.includes('Shift'),
          ctrlKey: parts.includes('CmdOrCtrl'),
        }),
        position,
      )
      if (id === 'move' || id === 'range')
        expect(act).toMatchObject({ type: 'move', isRange: id === 'range' })
      else expect(act).toEqual({ type: id })
    },
  )

  it('selects a range from either end', () => {
    expect(toRowRange(1, 2)).toEqual({ first: 1, size: 2 })
    expect(toRowRange(3, 1)).toEqual({ first: 1, size: 3 })
  })
})

interface Row {
  model: string
  price: number | null
  state: string
}

const columns: Column<Row>[] = [
  { key: 'model', header: 'Model', render: () => null, value: ({ model }) => model },
  { key: 'price', header: 'Price', render: () => null, value: ({ price }) => price },
  { key: 'state', header: 'State', render: () => null, value: ({ state }) => state, isFacet: true },
]
const rows: Row[] = [
  { model: 'i10', price: 300, state: 'In stock' },
  { model: 'i4 eDrive', price: null, state: 'Sold' },
  { model: 'A3', price: 100, state: 'In stock' },
]
const asTheyCame = { sort: null, facet: null, find: '' }
const models = (shownRows: Row[]) => shownRows.map(({ model }) => model)

describe('sorted and filtered rows', () => {
  it('sort numbers numerically, text naturally, and missing values last in either direction', () => {
    const by = (key: string, isDescending: boolean) =>
      models(sortAndFilterRows(rows, columns, { ...asTheyCame, sort: { key, isDescending } }))
    expect(by('price', false)).toEqual(['A3', 'i10', 'i4 eDrive'])
    expect(by('price', true)).toEqual(['i10', 'A3', 'i4 eDrive'])
    expect(by('model', false)).toEqual(['A3', 'i4 eDrive', 'i10'])
    expect(by('gone', false)).toEqual(models(rows))
  })

  it('are found if they contain all of the words in any column', () => {
    expect(models(sortAndFilterRows(rows, columns, { ...asTheyCame, find: 'SOLD edrive' }))).toEqual([
      'i4 eDrive',
    ])
    expect(sortAndFilterRows(rows, columns, { ...asTheyCame, find: 'sold a3' })).toEqual([])
  })

  it('are limited to one value, and counted by value', () => {
    expect(models(sortAndFilterRows(rows, columns, { ...asTheyCame, facet: 'In stock' }))).toEqual([
      'i10',
      'A3',
    ])
    expect(countFacets(rows, columns[2]!)).toEqual([
      ['In stock', 2],
      ['Sold', 1],
    ])
  })

  it('sort in ascending, then descending, then original order', () => {
    const up = nextSort(null, 'price')
    expect(up).toEqual({ key: 'price', isDescending: false })
    expect(nextSort(up, 'model')).toEqual({ key: 'model', isDescending: false })
    const down = nextSort(up, 'price')
    expect(down).toEqual({ key: 'price', isDescending: true })
    expect(nextSort(down, 'price')).toBeNull()
  })
})

describe('the columns of a table', () => {
  const column = (key: string, width: number, rank?: number): Column<Row> => ({
    key,
    header: key,
    width,
    render: () => null,
    ...(rank && { rank }),
  })
  const columns = [
    column('model', 200),
    column('days', 80, 1),
    column('photos', 60, 3),
    column('place', 100, 2),
  ]
  const keysWithin = (availableWidth: number, widths = {}) =>
    pickFittingColumns(availableWidth, { columns, widths, hasChecks: true }).map(({ key }) => key)

  it('are hidden by rank if space runs out, and those without a rank stay', () => {
    expect(keysWithin(484)).toEqual(['model', 'days', 'photos', 'place'])
    expect(keysWithin(483)).toEqual(['model', 'days', 'place'])
    expect(keysWithin(330)).toEqual(['model', 'days'])
    expect(keysWithin(50)).toEqual(['model'])
  })

  it('have the width set by the user, which leaves the others less space', () => {
    expect(keysWithin(484, { model: 240 })).toEqual(['model', 'days', 'place'])
    expect(buildGridTemplate({ columns, widths: { days: 50 }, hasChecks: false })).toBe(
      'minmax(200px, 200fr) 50px minmax(60px, 60fr) minmax(100px, 100fr)',
    )
  })

  it('shrink a row’s name to avoid sideways scrolling, unless the user made it wider', () => {
    const modifiedColumns = columns.map((column) =>
      column.key === 'model' ? { ...column, kind: 'main' as const } : column,
    )
    const minimumWidth = (widths = {}) =>
      getMinimumWidth({ columns: modifiedColumns, widths, hasChecks: true })
    expect([minimumWidth(), minimumWidth({ model: 240 })]).toEqual([414, 524])
    expect(buildGridTemplate({ columns: modifiedColumns, widths: {}, hasChecks: false })).toMatch(
      /^minmax\(130px, 200fr\) /,
    )
  })

  it('leave the available space to text', () => {
    const ended = columns.map((column) =>
      column.key === 'photos' ? { ...column, align: 'end' as const } : column,
    )
    expect(buildGridTemplate({ columns: ended, widths: {}, hasChecks: false })).toBe(
      'minmax(200px, 200fr) minmax(80px, 80fr) 60px minmax(100px, 100fr)',
    )
  })
})

describe('the settings of a table', () => {
  it('hold a width within bounds, and ignore invalid widths', () => {
    const stored = { widths: { model: 9000, price: 3, state: 'wide', days: null } }
    expect(readSettings(JSON.stringify(stored)).widths).toEqual({ model: 800, price: 48 })
  })

  it('are restored as saved', () => {
    const stored = {
      hidden: ['price'],
      widths: { model: 300 },
      sort: { key: 'model', isDescending: true },
      facet: 'Sold',
    }
    expect(readSettings(JSON.stringify(stored))).toEqual(stored)
  })

  it.each([null, '', '{', 'null', '[]', '{"hidden":7,"sort":{"key":1},"facet":{}}'])(
    'are empty if no valid settings were stored: %s',
    (text) => expect(readSettings(text)).toEqual({ hidden: [], widths: {}, sort: null, facet: null }),
  )
})
