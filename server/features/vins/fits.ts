/**
 * Whether a VIN's characters are as a pattern of NHTSA's says: `*` is any, `[A-HJ]` one of these, and what comes after
 * the pattern's end does not matter.
 * @param described the 4th to the 8th, a bar, and from the 10th on
 */
export function fits(described: string, pattern: string): boolean {
  let place = 0
  for (let at = 0; at < pattern.length; at++, place++) {
    const wanted = pattern[at]
    const character = described[place]
    if (character === undefined) return false
    if (wanted === '[') {
      const end = pattern.indexOf(']', at)
      if (!isOneOf(character, pattern.slice(at + 1, end))) return false
      at = end
    } else if (wanted !== '*' && wanted !== character) return false
  }
  return true
}

function isOneOf(character: string, set: string): boolean {
  for (let at = 0; at < set.length; at++)
    if (set[at + 1] === '-' && at + 2 < set.length) {
      if (character >= set[at]! && character <= set[at + 2]!) return true
      at += 2
    } else if (character === set[at]) return true
  return false
}
