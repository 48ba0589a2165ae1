import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { isInDialog } from '../current-row.ts'
import type { LoadedRows } from '../loaded-rows.ts'
import { useVisit } from './use-visit.ts'

/** A request to move the focus to a list or to one of its rows. */
export interface FocusRequest {
  /** A serial number. Request 0 is the page load, which does not move the focus. */
  number: number
  /** The target row's key, or null for the current row. The row may not be loaded yet. */
  key: string | null
  /** The target row's index, if known. */
  index: number | null
  /** Number of times that the user had moved from the rows to the search field before this request. */
  timesLeft: number
}

export const initialFocusRequest: FocusRequest = { number: 0, key: null, index: null, timesLeft: 0 }

const visitName = (caption: string) => `row in ${caption}`

/**
 * Returns the key of the row that had the focus when the user last left the list on this visit, or
 * null if no row had it.
 */
export function useLeftRow(caption: string): string | null {
  const { stored } = useVisit(visitName(caption))
  return stored?.replace(/^\d+ /, '') ?? null
}

/**
 * Tracks the current row's index, and restores it when the user comes back. If the row disappears,
 * the next row becomes current.
 */
export function useCurrent(rows: LoadedRows<unknown>, currentKey: string | null, caption: string) {
  const { stored, note } = useVisit(visitName(caption))
  const [lastIndex, setCurrentIndex] = useState(stored === undefined ? -1 : parseInt(stored, 10))
  const foundIndex = currentKey === null ? -1 : rows.indexOf(currentKey)
  if (foundIndex >= 0 && foundIndex !== lastIndex) setCurrentIndex(foundIndex)
  const current = foundIndex >= 0 ? foundIndex : Math.min(lastIndex, rows.count - 1)
  const positionNote = current >= 0 && currentKey !== null ? `${current} ${currentKey}` : null
  useEffect(() => {
    if (positionNote !== null && positionNote !== stored) note(positionNote)
  })
  return { current, setCurrentIndex }
}

interface FocusContext {
  /** Index of the current row, or -1 if no row has the focus. */
  current: number
  rows: LoadedRows<unknown>
  /** True once the height of the visible area is known. */
  isMeasured: boolean
  viewHeight: number
  scrollToRow: (index: number) => void
  /**
   * Number of times that the user has moved from the rows to the search field. Each such move
   * cancels the pending focus on a row.
   */
  timesLeft: number
}

interface RequestedRow {
  index: number
  /** The row's key, or null for any row at that index. */
  key: string | null
}

/** Moves the focus to rows, and back into the list if the focused row disappears. */
export function useRowFocus(box: RefObject<HTMLDivElement | null>, context: FocusContext) {
  const { current, rows, scrollToRow } = context
  const requestedRow = useRef<RequestedRow | null>(null)
  const hasFocusClaim = useRef(false)
  const lastTimesLeft = useRef(0)

  function focusNow(index: number): boolean {
    const row = findRowElement(box.current, index)
    if (!row || !context.isMeasured) return false
    if (!isInDialog()) row.focus({ preventScroll: true })
    scrollToRow(index)
    return true
  }

  function take(row: RequestedRow): void {
    const index = targetIndexOf(row, rows)
    if (index !== null && focusNow(index) && isRead(row, rows)) requestedRow.current = null
  }

  useLayoutEffect(() => {
    if (lastTimesLeft.current !== context.timesLeft) requestedRow.current = null
    lastTimesLeft.current = context.timesLeft
    if (rows.count === 0) return
    if (requestedRow.current !== null) take(requestedRow.current)
    else if (hasFocusClaim.current && isFocusLost()) focusNow(current)
  })

  // Opening a panel next to the list may add a horizontal scroll bar, which reduces the list's
  // height.
  const keepInView = useEffectEvent((viewHeight: number) => {
    const isFocused = current >= 0 && findRowElement(box.current, current) === document.activeElement
    if (viewHeight > 0 && isFocused) scrollToRow(current)
  })
  useLayoutEffect(() => keepInView(context.viewHeight), [context.viewHeight])

  return {
    focusRow(index: number, key: string | null = null) {
      hasFocusClaim.current = true
      requestedRow.current = { index, key }
      // Scrolling to the row loads its page. The box is gone if the user is leaving the list.
      if (box.current) scrollToRow(index)
      // If the row is already the current one, nothing rerenders, so it gets the focus here.
      if (index === current) take(requestedRow.current)
    },
    keepFocus() {
      hasFocusClaim.current = true
    },
    handleRowFocus(key: string) {
      if (requestedRow.current?.key !== key) requestedRow.current = null
    },
    /**
     * Reports whether a requested row is still loading. Until it has loaded, commands must not
     * apply to any other row.
     */
    isAwaiting: () => requestedRow.current !== null && !isRead(requestedRow.current, rows),
  }
}

function isRead({ key }: RequestedRow, rows: LoadedRows<unknown>): boolean {
  return key === null || rows.indexOf(key) >= 0
}

/**
 * Returns the requested row's index, or null if a different row is at that index. In that case, the
 * list is outdated and about to reload.
 */
function targetIndexOf({ index, key }: RequestedRow, rows: LoadedRows<unknown>): number | null {
  const knownIndex = key === null ? index : rows.indexOf(key)
  if (knownIndex >= 0) return knownIndex
  return rows.at(index) === undefined ? index : null
}

/**
 * Focuses the requested row, or else the current row, unless the user has moved to the search field since
 * the request.
 * @param moveFocus receives null as key and index for the current row
 */
export function useFocusRequest(
  { number, key, index, timesLeft }: FocusRequest,
  { rows, isMeasured, ...latest }: Pick<FocusContext, 'rows' | 'isMeasured' | 'timesLeft'>,
  moveFocus: (index: number | null, key: string | null) => void,
): void {
  const served = useRef(-1)
  const isKnown = key === null || index !== null || rows.indexOf(key) >= 0
  const isReady = isMeasured && rows.count > 0 && isKnown
  useEffect(() => {
    if (!isReady || served.current === number) return
    served.current = number
    if (timesLeft !== latest.timesLeft) return
    if (number > 0 || isFocusFree()) moveFocus(index, key)
  })
  // The page takes the focus once it is rendered. If the user has done nothing by then, the list
  // takes it over.
  const handleMain = useEffectEvent(() => isReady && moveFocus(null, null))
  useEffect(() => onMainFocus(handleMain), [])
}

export function findRowElement(box: HTMLElement | null, index: number): HTMLElement | null {
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
