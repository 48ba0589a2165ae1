/** Removes accents, so that `Škoda` and `Skoda` compare as equal. */
export function removeAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

/** Replaces nonbreaking spaces, which spreadsheets and French number formats use, with ordinary ones. */
export function withPlainSpaces(text: string): string {
  return text.replace(/[\u00A0\u2007\u202F]/g, ' ')
}
