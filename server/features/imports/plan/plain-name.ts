/** A name as it is compared: letters and digits alone, none of them a capital. */
export function plainName(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
