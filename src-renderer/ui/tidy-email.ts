/** What a keyboard or a clipboard adds to an address: ASCII capitals and spaces. Anything else is left to be refused. */
export function tidyEmail(typed: string): string {
  return typed.replaceAll(/[ \t]/g, '').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
