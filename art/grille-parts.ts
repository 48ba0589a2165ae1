import { bars, bothSides, panel } from './face.ts'
import type { Face } from './face.ts'
import { path, stroke } from './svg.ts'

export const FIN = '#7b8792'

export function mesh(face: Face, half: Parameters<typeof panel>[1], edge: string, width = 2.2): string {
  return panel(face, half, { fill: face.ids.url('mesh'), stroke: edge, 'stroke-width': width })
}

export function fins(face: Face, lines: Parameters<typeof bars>[1]): string {
  return stroke(bars(face, lines), FIN, 1.6, { 'stroke-opacity': 0.45 })
}

export function sideIntakes({ half, frame }: Face, outline: readonly (readonly [number, number])[]): string {
  return bothSides((side) => {
    const corners = outline.map(([x, y]) => [side * half * x, y] as const)
    return path(`${frame.line(...corners)}Z`, { fill: '#0a0d11', 'fill-opacity': 0.9 })
  })
}

export function sideLines(
  { half, frame }: Face,
  line: readonly (readonly [number, number])[],
  color = '#dfe9f1',
): string {
  return bothSides((side) =>
    stroke(frame.line(...line.map(([x, y]) => [side * half * x, y] as const)), color, 3, {
      'stroke-linecap': 'round',
    }),
  )
}
