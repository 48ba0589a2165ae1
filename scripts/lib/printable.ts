/**
 * A text from outside as a terminal may show it: what moves the cursor, hides or reorders text, or is a
 * space of another kind is written out.
 */
export function printable(text: string): string {
  return text.replaceAll(/(?! )[\p{C}\p{Z}]/gu, (character) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
    return `<U+${code}>`
  })
}
