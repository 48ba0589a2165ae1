/**
 * Formats NHTSA's names of parts, which are in capital letters: `AIR BAGS:FRONTAL` as `Air bags: frontal`.
 * Abbreviations in parentheses remain in capital letters.
 */
export function describeParts(component: string): string {
  const text = component
    .toLowerCase()
    .replace(/:\s*/g, ': ')
    .replace(/\([^()]*\)/g, (abbreviation) => abbreviation.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}
