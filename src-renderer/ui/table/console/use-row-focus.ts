import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { isInDialog } from '../current-row.ts'
import type { ListRows } from '../list-rows.ts'
import { useVisit } from './use-visit.ts'

/** Somebody comes to a list, or to one of its rows. */
export interface Arrival {
  /** Counts them; 0 is the page's own, which leaves the focus to whatever has it already. */
  number: number
  /** The row that it is to, which may yet have to come; null for the current one. */
  key: string | null
  /** Where that stands, if it is known; it need not have been read. */
  place: number | null
  /** How often somebody had turned from the rows to the words by then. */
  timesLeft: number
}

export const firstArrival: Arrival = { number: 0, key: null, place: null, timesLeft: 0 }

const visitName = (caption: string) => `row in ${caption}`

/** The row that had the focus when one left this visit's list; null where none had. */
export function useLeftRow(caption: string): string | null {
  const { noted } = useVisit(visitName(caption))
  return noted?.replace(/^\d+ /, '') ?? null
}

/** Where the current row is; when it has gone, its place is the next one's. It is there again when one comes back. */
export function useCurrent(rows: ListRows<unknown>, currentKey: string | null, caption: string) {
  const { noted, note } = useVisit(visitName(caption))
  const [last, setPlace] = useState(noted === undefined ? -1 : parseInt(noted, 10))
  const found = currentKey === null ? -1 : rows.indexOf(currentKey)
  if (found >= 0 && found !== last) setPlace(found)
  const current = found >= 0 ? found : Math.min(last, rows.count - 1)
  const place = current >= 0 && currentKey !== null ? `${current} ${currentKey}` : null
  useEffect(() => {
    if (place !== null && place !== noted) note(place)
  })
  return { current, setPlace }
}

interface FocusPlace {
  /** -1 while none has the focus. */
  current: number
  rows: ListRows<unknown>
  /** What is in sight is known. */
  isMeasured: boolean
  /** Pixels that are in sight. */
  shown: number
  bringIntoSight: (index: number) => void
  /** How often somebody has turned from the rows to the words: then no row that is still to come gets the focus. */
  timesLeft: number
}

interface WantedRow {
  index: number
  /** null where it is whichever row stands there. */
  key: string | null
}

/** Moves the focus to rows, and back to the list when the row that has it goes. */
export function useRowFocus(box: RefObject<HTMLDivElement | null>, place: FocusPlace) {
  const { current, rows, bringIntoSight } = place
  const wanted = useRef<WantedRow | null>(null)
  const hasFocusClaim = useRef(false)
  const seenLeft = useRef(0)

  function focusNow(index: number): boolean {
    const row = rowAt(box.current, index)
    if (!row || !place.isMeasured) return false
    if (!isInDialog()) row.focus({ preventScroll: true })
    bringIntoSight(index)
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

  // A panel beside the list may take room below it, for a bar to scroll by.
  const stayInSight = useEffectEvent((shown: number) => {
    const isFocused = current >= 0 && rowAt(box.current, current) === document.activeElement
    if (shown > 0 && isFocused) bringIntoSight(current)
  })
  useLayoutEffect(() => stayInSight(place.shown), [place.shown])

  return {
    focusRow(index: number, key: string | null = null) {
      hasFocusClaim.current = true
      wanted.current = { index, key }
      // Its pages are read when they are in sight; a list that one leaves just now has no box any more.
      if (box.current) bringIntoSight(index)
      // Already the current one: nothing is drawn anew.
      if (index === current) take(wanted.current)
    },
    keepFocus() {
      hasFocusClaim.current = true
    },
    /** Another row has the focus by then, or gets it. */
    noteFocus(key: string) {
      if (wanted.current?.key !== key) wanted.current = null
    },
    /** Whether a row is wanted that is still to come: until then no other is meant. */
    isAwaiting: () => wanted.current !== null && !isRead(wanted.current, rows),
  }
}

function isRead({ key }: WantedRow, rows: ListRows<unknown>): boolean {
  return key === null || rows.indexOf(key) >= 0
}

/** null where another row stands in its place: the list has changed, and is about to be read again. */
function placeOf({ index, key }: WantedRow, rows: ListRows<unknown>): number | null {
  const known = key === null ? index : rows.indexOf(key)
  if (known >= 0) return known
  return rows.at(index) === undefined ? index : null
}

/**
 * Puts the focus on the current row, or the one that is wanted, as somebody arrives; not once they are at the words.
 * @param arrive its place is null for the current row's
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
  // The page takes the focus once it is there: until somebody does something, it is the list's.
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
