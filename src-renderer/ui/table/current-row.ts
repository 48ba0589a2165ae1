/** Returns the row of the console's table to which keyboard commands apply; null if there is no such row. */
export function currentRow(): HTMLElement | null {
  return document.querySelector('.grid-row[data-current]')
}

/**
 * Returns the element to focus after a dialog closes: the opener or, if that is gone, the current row of the
 * console's table.
 * @param opener the element that had the focus when the dialog opened
 * @returns the element; true to use the dialog's default
 */
export function focusAfter(opener: Element | null): HTMLElement | true {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  return isThere ? opener : (currentRow() ?? true)
}

/**
 * Reports whether the focus is in an open dialog. If it is, content behind the dialog must not take the
 * focus.
 */
export function isInDialog(): boolean {
  return Boolean(document.activeElement?.closest('[role$=dialog][data-open]'))
}
