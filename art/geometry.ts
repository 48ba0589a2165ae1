import { num } from './svg.ts'

export const corner = 'corner'

/**
 * A position in millimeters: the distance from the front bumper and the height above the ground. A `corner`
 * interrupts the smooth line.
 */
export type Point = readonly [x: number, y: number, mark?: typeof corner]

/**
 * Parses points such as `'1330,985! 1720,1208'`, in millimeters. An exclamation mark makes a point a corner.
 */
export function points(...lines: readonly string[]): readonly Point[] {
  return lines
    .flatMap((line) => line.split(' '))
    .map((point) => {
      const [x, y] = point.replace('!', '').split(',').map(Number)
      return point.endsWith('!') ? [x!, y!, corner] : [x!, y!]
    })
}

/** Maps a car's millimeters to the drawing's coordinates and writes path data. */
export interface Frame {
  x(mm: number): number
  y(mm: number): number
  size(mm: number): number
  at(x: number, y: number): string
  line(...points: readonly Point[]): string
  /** Returns a line through the points that is smooth except at corners. */
  curve(points: readonly Point[]): string
  /** Returns a smooth closed outline that starts and ends in a corner. */
  outline(points: readonly Point[]): string
}

export function createFrame(originX: number, ground: number, scale: number): Frame {
  const x = (mm: number) => originX + mm * scale
  const y = (mm: number) => ground - mm * scale
  const at = (mmX: number, mmY: number) => `${num(x(mmX))} ${num(y(mmY))}`
  const curve = (points: readonly Point[]) => smoothPath(points, at)
  return {
    x,
    y,
    at,
    curve,
    size: (mm) => mm * scale,
    line: (...points) => `M${points.map(([px, py]) => at(px, py)).join('L')}`,
    outline: (points) => {
      const first = points[0]!
      return `${curve([[first[0], first[1], corner], ...points.slice(1), [first[0], first[1], corner]])}Z`
    },
  }
}

/**
 * Converts a centripetal Catmull-Rom spline to cubic Béziers. It never loops or overshoots, however unevenly
 * the points are spaced.
 */
function smoothPath(points: readonly Point[], at: (x: number, y: number) => string): string {
  let d = `M${at(points[0]![0], points[0]![1])}`
  for (let i = 0; i + 1 < points.length; i++) {
    const start = points[i]!
    const end = points[i + 1]!
    const before = start[2] || i === 0 ? undefined : points[i - 1]!
    const after = end[2] || i + 2 === points.length ? undefined : points[i + 2]!
    const [outX, outY] = tangent(start, end, before)
    const [inX, inY] = tangent(end, start, after)
    d += `C${at(start[0] + outX / 3, start[1] + outY / 3)} ${at(end[0] + inX / 3, end[1] + inY / 3)} ${at(end[0], end[1])}`
  }
  return d
}

/** Returns the direction in which the line leaves `from` for `to`, given the neighbor on the other side. */
function tangent(from: Point, to: Point, neighbor: Point | undefined): readonly [number, number] {
  if (!neighbor) return [(to[0] - from[0]) * 0.9, (to[1] - from[1]) * 0.9]
  const intervalAhead = knot(from, to)
  const intervalBehind = knot(neighbor, from)
  const component = (axis: 0 | 1) =>
    ((from[axis] - neighbor[axis]) / intervalBehind -
      (to[axis] - neighbor[axis]) / (intervalAhead + intervalBehind) +
      (to[axis] - from[axis]) / intervalAhead) *
    intervalAhead
  return [component(0), component(1)]
}

function knot(a: Point, b: Point): number {
  return Math.max(1, Math.sqrt(Math.hypot(a[0] - b[0], a[1] - b[1])))
}
