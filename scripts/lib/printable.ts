/**
 * Makes an untrusted string safe for a terminal. It escapes characters that move the cursor, hide or reorder
 * text, or are invisible. It also escapes unusual spaces, and every space after another space.
 */
export function escapeUnprintable(text: string): string {
  return text.replaceAll(/(?<= ) |(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu, (character) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
    return `<U+${code}>`
  })
}
