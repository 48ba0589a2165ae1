/** What a spreadsheet would take for a formula, and what was guarded against that already. */
const FORMULA = /^'*[=+\-@\t\r]/

/** A cell that no spreadsheet runs: an apostrophe stands before what begins like a formula (owasp.org/www-community/attacks/CSV_Injection). */
export function guardCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** The cell as it was before `guardCell`. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text
}
