const separators = [',', ';', '\t', '|'] as const

export type Separator = (typeof separators)[number]

/** So many lines tell. */
const LINES = 30

/** The separator that cuts the first lines into as many cells each; a comma where none does. */
export function findSeparator(text: string): Separator {
  const lines = firstLines(text)
  const ranked = separators.map((separator) => ({ separator, ...judge(lines, separator) }))
  ranked.sort((a, b) => b.alike - a.alike || b.cells - a.cells)
  return ranked[0]!.cells > 0 ? ranked[0]!.separator : ','
}

/** How many lines have as many of it as the first has, and how many that is. */
function judge(lines: readonly string[], separator: string): { alike: number; cells: number } {
  const counts = lines.map((line) => line.split(separator).length - 1)
  const cells = counts[0] ?? 0
  return { cells, alike: cells === 0 ? 0 : counts.filter((count) => count === cells).length }
}

/** Without what stands in quotes, which may hold anything. */
function firstLines(text: string): string[] {
  const start = text.slice(0, 64 * 1024).replace(/"(?:[^"]|"")*"/g, 'x')
  return start
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
}
