/** Finds the row of the console's table that the keys act on; null where there is none. */
export function currentRow(): HTMLElement | null {
  return document.querySelector('.grid-row[data-current]')
}

/**
 * Where the focus goes once a dialog is closed: to what had it before; if that is gone, to the row of the console's table.
 * @param opener what had the focus when the dialog was opened
 * @returns true where the dialog may choose
 */
export function focusAfter(opener: Element | null): HTMLElement | true {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  return isThere ? opener : (currentRow() ?? true)
}

/** Whether somebody is at an open dialog: what comes behind it leaves the focus there. */
export function isInDialog(): boolean {
  return Boolean(document.activeElement?.closest('[role$=dialog][data-open]'))
}
