/**
 * A text from outside as a terminal may show it: what moves the cursor, hides or reorders text, shows nothing, or is a
 * space of another kind or after another is written out.
 */
export function printable(text: string): string {
  return text.replaceAll(/(?<= ) |(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu, (character) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
    return `<U+${code}>`
  })
}
