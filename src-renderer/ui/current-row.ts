/** Finds the row of the console's table that the keys act on; null where there is none. */
export function currentRow(): HTMLElement | null {
  return document.querySelector('.grid-row[data-current]')
}
