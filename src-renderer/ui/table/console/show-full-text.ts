import type { PointerEvent } from 'react'

/** A cell whose text is cut says all of it below the pointer. */
export function showFullText({ target }: PointerEvent): void {
  const cell = target instanceof Element && target.closest<HTMLElement>('[role="gridcell"]')
  if (!cell) return
  if ([cell, ...cell.querySelectorAll('*')].some(isCut)) cell.title = cell.innerText.trim()
  else cell.removeAttribute('title')
}

/** What is there for screen readers alone is a pixel wide. */
function isCut({ clientWidth, scrollWidth }: Element): boolean {
  return clientWidth > 1 && scrollWidth > clientWidth
}
