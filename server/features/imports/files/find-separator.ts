const separators = [',', ';', '\t', '|'] as const

export type Separator = (typeof separators)[number]

/** So many lines tell. */
const LINES = 30

/** The separator that cuts the most of the first lines into as many cells each; a comma where none does. */
export function findSeparator(text: string): Separator {
  const lines = firstLines(text)
  const ranked = separators.map((separator) => ({ separator, ...judge(lines, separator) }))
  ranked.sort((a, b) => b.alike - a.alike || b.cells - a.cells)
  return ranked[0]!.cells > 0 ? ranked[0]!.separator : ','
}

/** How many of it most lines have that have any, and how many lines that are. A title above them has none, or others. */
function judge(lines: readonly string[], separator: string): { alike: number; cells: number } {
  const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0)
  const groups = [...Map.groupBy(counts, (count) => count)]
  const [cells, alike] = groups.sort((a, b) => b[1].length - a[1].length || b[0] - a[0])[0] ?? [0, []]
  return { cells, alike: alike.length }
}

/** Without what stands in quotes, which may hold anything. */
function firstLines(text: string): string[] {
  const start = text.slice(0, 64 * 1024).replace(/"(?:[^"]|"")*"/g, 'x')
  return start
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
}
