/** Text that a spreadsheet program may run as a formula, including any leading apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n]/

/**
 * Returns a cell that no spreadsheet program runs as a formula. Text that could be a formula gets a leading
 * apostrophe (owasp.org/www-community/attacks/CSV_Injection).
 */
export function guardCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/**
 * Adds an apostrophe only if `unguardCell` would otherwise remove one. Workbook cells need no other guard.
 */
export function escapeGuard(text: string): string {
  return unguardCell(text) === text ? text : `'${text}`
}

export function unguardCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text
}
