/** Normalizes a name for comparisons: only letters and digits, in lowercase. */
export function plainName(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
