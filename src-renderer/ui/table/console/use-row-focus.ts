import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { isInDialog } from '../current-row.ts'
import type { ListRows } from '../list-rows.ts'
import { useVisit } from './use-visit.ts'

/** The user's arrival at a list or at one of its rows. */
export interface Arrival {
  /** A serial number. Arrival 0 stands for the page load, which leaves the focus where it is. */
  number: number
  /** The key of the target row, which may not be loaded yet; null for the current row. */
  key: string | null
  /** The row's index, if known. The row itself may not be loaded yet. */
  place: number | null
  /** Number of times that the user had moved from the rows to the search field before this arrival. */
  timesLeft: number
}

export const firstArrival: Arrival = { number: 0, key: null, place: null, timesLeft: 0 }

const visitName = (caption: string) => `row in ${caption}`

/**
 * Returns the key of the row that had the focus when the user left the list on this visit; null if no row had
 * it.
 */
export function useLeftRow(caption: string): string | null {
  const { stored } = useVisit(visitName(caption))
  return stored?.replace(/^\d+ /, '') ?? null
}

/**
 * Tracks the index of the current row. If that row disappears, the next row becomes the current one. The
 * index is restored when the user comes back.
 */
export function useCurrent(rows: ListRows<unknown>, currentKey: string | null, caption: string) {
  const { stored, note } = useVisit(visitName(caption))
  const [last, setPlace] = useState(stored === undefined ? -1 : parseInt(stored, 10))
  const found = currentKey === null ? -1 : rows.indexOf(currentKey)
  if (found >= 0 && found !== last) setPlace(found)
  const current = found >= 0 ? found : Math.min(last, rows.count - 1)
  const place = current >= 0 && currentKey !== null ? `${current} ${currentKey}` : null
  useEffect(() => {
    if (place !== null && place !== stored) note(place)
  })
  return { current, setPlace }
}

interface FocusPlace {
  /** Index of the current row; -1 if no row has the focus. */
  current: number
  rows: ListRows<unknown>
  /** True if the size of the visible area is known. */
  isMeasured: boolean
  /** Height of the visible area in pixels. */
  shown: number
  scrollToRow: (index: number) => void
  /**
   * Number of times that the user has moved from the rows to the search field. Moving there cancels the
   * pending focus on a row that is still loading.
   */
  timesLeft: number
}

interface WantedRow {
  index: number
  /** The row's key; null for any row at that index. */
  key: string | null
}

/** Moves the focus to rows, and back into the list if the focused row disappears. */
export function useRowFocus(box: RefObject<HTMLDivElement | null>, place: FocusPlace) {
  const { current, rows, scrollToRow } = place
  const wanted = useRef<WantedRow | null>(null)
  const hasFocusClaim = useRef(false)
  const seenLeft = useRef(0)

  function focusNow(index: number): boolean {
    const row = rowAt(box.current, index)
    if (!row || !place.isMeasured) return false
    if (!isInDialog()) row.focus({ preventScroll: true })
    scrollToRow(index)
    return true
  }

  function take(row: WantedRow): void {
    const index = placeOf(row, rows)
    if (index !== null && focusNow(index) && isRead(row, rows)) wanted.current = null
  }

  useLayoutEffect(() => {
    if (seenLeft.current !== place.timesLeft) wanted.current = null
    seenLeft.current = place.timesLeft
    if (rows.count === 0) return
    if (wanted.current !== null) take(wanted.current)
    else if (hasFocusClaim.current && isFocusLost()) focusNow(current)
  })

  // A panel next to the list may reduce the list's height, because a horizontal scroll bar appears.
  const keepInView = useEffectEvent((shown: number) => {
    const isFocused = current >= 0 && rowAt(box.current, current) === document.activeElement
    if (shown > 0 && isFocused) scrollToRow(current)
  })
  useLayoutEffect(() => keepInView(place.shown), [place.shown])

  return {
    focusRow(index: number, key: string | null = null) {
      hasFocusClaim.current = true
      wanted.current = { index, key }
      // Scrolling the row into view loads its page. The box no longer exists if the user is leaving the list.
      if (box.current) scrollToRow(index)
      // If the row is already the current one, nothing rerenders, so it gets the focus here.
      if (index === current) take(wanted.current)
    },
    keepFocus() {
      hasFocusClaim.current = true
    },
    /** Cancels the pending focus if another row gets the focus. */
    handleRowFocus(key: string) {
      if (wanted.current?.key !== key) wanted.current = null
    },
    /**
     * Reports whether a requested row is still loading. Until then, commands must not apply to any other row.
     */
    isAwaiting: () => wanted.current !== null && !isRead(wanted.current, rows),
  }
}

function isRead({ key }: WantedRow, rows: ListRows<unknown>): boolean {
  return key === null || rows.indexOf(key) >= 0
}

/**
 * Returns the index of the requested row; null if another row has taken that index. In that case, the list
 * has changed and is about to be reloaded.
 */
function placeOf({ index, key }: WantedRow, rows: ListRows<unknown>): number | null {
  const known = key === null ? index : rows.indexOf(key)
  if (known >= 0) return known
  return rows.at(index) === undefined ? index : null
}

/**
 * Focuses the requested or else the current row when the user arrives, unless they have since moved to the
 * search field.
 * @param arrive receives null as the key and index for the current row
 */
export function useArrival(
  { number, key, place, timesLeft }: Arrival,
  { rows, isMeasured, ...now }: Pick<FocusPlace, 'rows' | 'isMeasured' | 'timesLeft'>,
  arrive: (place: number | null, key: string | null) => void,
): void {
  const served = useRef(-1)
  const isKnown = key === null || place !== null || rows.indexOf(key) >= 0
  const isThere = isMeasured && rows.count > 0 && isKnown
  useEffect(() => {
    if (!isThere || served.current === number) return
    served.current = number
    if (timesLeft !== now.timesLeft) return
    if (number > 0 || isFocusFree()) arrive(place, key)
  })
  // The page takes the focus once it is rendered. If the user has done nothing by then, the list takes the
  // focus over.
  const handleMain = useEffectEvent(() => isThere && arrive(null, null))
  useEffect(() => onMainFocus(handleMain), [])
}

export function rowAt(box: HTMLElement | null, index: number): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`[aria-rowindex="${index + 2}"]`) ?? null
}

function onMainFocus(take: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  document.getElementById('main')?.addEventListener('focus', take, { signal })
  for (const name of ['keydown', 'pointerdown'])
    addEventListener(name, () => stop.abort(), { signal, capture: true })
  return () => stop.abort()
}

function isFocusFree(): boolean {
  return isFocusLost() || document.activeElement?.id === 'main'
}

function isFocusLost(): boolean {
  return document.activeElement === document.body || document.activeElement === null
}
