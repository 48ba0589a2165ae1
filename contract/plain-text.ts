/** Removes accents from a string. `Škoda` and `Skoda` then compare as equal. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

/**
 * Replaces nonbreaking spaces with ordinary spaces. Spreadsheets and French number formats use nonbreaking
 * ones.
 */
export function withPlainSpaces(text: string): string {
  return text.replace(/[\u00A0\u2007\u202F]/g, ' ')
}
