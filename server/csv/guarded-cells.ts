/** Text that a spreadsheet may run as a formula, with any apostrophes in front of it. */
const FORMULA = /^'*[=+\-@\t\r\n]/

/**
 * Returns a cell that no spreadsheet runs: text that begins like a formula gets a leading apostrophe
 * (owasp.org/www-community/attacks/CSV_Injection).
 */
export function guardCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** Adds an apostrophe only to text that `unguardCell` would otherwise shorten. Workbook cells need no other guard. */
export function escapeGuard(text: string): string {
  return unguardCell(text) === text ? text : `'${text}`
}

/** Restores the text that `guardCell` received. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text
}
