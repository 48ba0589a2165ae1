/** Returns the row that keyboard commands apply to, or null if no row is current. */
export function findCurrentRow(): HTMLElement | null {
  return document.querySelector('.grid-row[data-current]')
}

/**
 * Returns the element to focus after a dialog closes: the opener or, if it is gone, the current row
 * of the console's table.
 * @param opener the element that had the focus when the dialog opened
 * @returns the element; true for the dialog's default
 */
export function focusAfter(opener: Element | null): HTMLElement | true {
  const isFocusable = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  return isFocusable ? opener : (findCurrentRow() ?? true)
}

/**
 * Reports whether the focus is in an open dialog. If so, content behind it must not take the focus.
 */
export function isInDialog(): boolean {
  return Boolean(document.activeElement?.closest('[role$=dialog][data-open]'))
}
