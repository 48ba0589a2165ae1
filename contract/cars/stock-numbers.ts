/** The default stock number of a seller's first car. */
export const FIRST_STOCK_NUMBER = '1001'

/**
 * Returns the next stock number in the same pattern: `10000` → `10001`, `ABC` → `ABD`, `123B9` → `123C0`.
 * Overflow adds a character: `99` → `100`, `Zz` → `AAa`. Characters other than letters and digits are
 * unchanged.
 */
export function nextStockNumber(number: string): string {
  const characters = [...number]
  let first = -1
  for (let index = characters.length - 1; index >= 0; index--) {
    const row = rows.find((row) => row.includes(characters[index]!))
    if (!row) continue
    first = index
    const next = row[row.indexOf(characters[index]!) + 1]
    characters[index] = next ?? row[0]!
    if (next !== undefined) return characters.join('')
  }
  if (first < 0) return `${number}1`
  return [...characters.slice(0, first), onePlaceMore(characters[first]!), ...characters.slice(first)].join(
    '',
  )
}

const rows = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz']

/** Returns the character to insert before one that has overflowed. */
function onePlaceMore(character: string): string {
  return character === '0' ? '1' : character
}
