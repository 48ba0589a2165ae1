/** Normalizes a name for comparisons: only letters and digits, in lowercase. */
export function toPlainName(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
