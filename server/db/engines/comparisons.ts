/**
 * Comparing what may be null. Everything else compares alike: texts byte by byte, by the collation of their columns
 * (`statements.ts`).
 */

/** `is` and `is not` between two values, which Postgres knows between a value and null alone. */
export function comparedInPostgres(statement: string): string {
  return statement
    .split(/('[^']*')/)
    .map((part, at) => (at % 2 === 1 ? part : comparedInCode(part)))
    .join('')
}

function comparedInCode(code: string): string {
  return code
    .replace(/\bis not\s+(?!null\b|distinct\b)/gi, 'is distinct from ')
    .replace(/\bis\s+(?!null\b|not\b|distinct\b)/gi, 'is not distinct from ')
}
