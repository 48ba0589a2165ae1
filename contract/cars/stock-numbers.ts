/** What a seller's first car is numbered, unless they say otherwise. */
export const FIRST_STOCK_NUMBER = '1001'

/**
 * The number after this one, in its own way of counting: `10000` → `10001`, `ABC` → `ABD`, `123B9` → `123C0`, and where
 * all is used up one place more: `99` → `100`, `Zz` → `AAa`. What is neither a letter nor a digit stays where it is.
 */
export function nextStockNumber(number: string): string {
  const characters = [...number]
  let first = -1
  for (let at = characters.length - 1; at >= 0; at--) {
    const row = rows.find((row) => row.includes(characters[at]!))
    if (!row) continue
    first = at
    const next = row[row.indexOf(characters[at]!) + 1]
    characters[at] = next ?? row[0]!
    if (next !== undefined) return characters.join('')
  }
  if (first < 0) return `${number}1`
  return [...characters.slice(0, first), onePlaceMore(characters[first]!), ...characters.slice(first)].join(
    '',
  )
}

const rows = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz']

/** Before a place that begins anew. */
function onePlaceMore(character: string): string {
  return character === '0' ? '1' : character
}
