/** Returns the text without accents, so that `Škoda` and `Skoda` compare as equal. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}
