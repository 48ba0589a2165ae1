/** The number of values that each path command takes. */
const VALUES: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, q: 4, a: 7, z: 0 }

/**
 * Rewrites path data with distances instead of positions, which makes a drawing about a tenth smaller. Positions
 * have one decimal place, so no distance is rounded.
 */
export function shortenPath(d: string): string {
  let [x, y, startX, startY] = [0, 0, 0, 0]
  let result = ''
  for (const [, letter, text] of d.matchAll(/([a-z])([^a-z]*)/gi)) {
    const command = letter!.toLowerCase()
    const isAbsolute = letter !== command
    const values = (text!.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
    const size = VALUES[command]!
    if (command === 'z') [x, y] = [startX, startY]
    let written = ''
    for (let i = 0; i < values.length; i += size) {
      const step = values.slice(i, i + size)
      const distances = isAbsolute ? step.map((value, at) => value - originOf(command, at, x, y)) : step
      written += ` ${distances.map(short).join(' ')}`
      if (command !== 'v') x += distances.at(command === 'h' ? -1 : -2)!
      if (command !== 'h') y += distances.at(-1)!
      if (command === 'm' && i === 0) [startX, startY] = [x, y]
    }
    result += command + written.trim().replaceAll(' -', '-')
  }
  return result
}

/** Returns the position from which a value counts: an arc's radii, angle, and flags count from none. */
function originOf(command: string, at: number, x: number, y: number): number {
  if (command === 'a' && at < 5) return 0
  if (command === 'h') return x
  if (command === 'v') return y
  return (command === 'a' ? at - 5 : at) % 2 === 0 ? x : y
}

function short(value: number): string {
  const rounded = Math.round(value * 10) / 10 || 0
  return String(rounded).replace(/^(-?)0\./, '$1.')
}
