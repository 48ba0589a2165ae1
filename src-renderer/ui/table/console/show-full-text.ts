import type { PointerEvent } from 'react'

/** Shows the full text of the truncated cell under the pointer as a tooltip. */
export function showFullText({ target }: PointerEvent): void {
  const cell = target instanceof Element && target.closest<HTMLElement>('[role="gridcell"]')
  if (!cell) return
  if ([cell, ...cell.querySelectorAll('*')].some(isCut)) cell.title = cell.innerText.trim()
  else cell.removeAttribute('title')
}

/**
 * Reports whether an element's text is truncated. Visually hidden elements are one pixel wide and
 * don't count.
 */
function isCut({ clientWidth, scrollWidth }: Element): boolean {
  return clientWidth > 1 && scrollWidth > clientWidth
}
