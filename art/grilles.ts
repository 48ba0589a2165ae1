import { bars, bothSides, bumperFoot, licensePlate, panel } from './face.ts'
import type { Face, Side } from './face.ts'
import { FIN, fins, mesh, sideIntakes, sideLines } from './grille-parts.ts'
import { path, stroke } from './svg.ts'

const CHROME = '#c9d2da'
const GAP = '#05070a'

export function slats(face: Face): string {
  const { nose } = face
  const top = nose - 170
  const bottom = bumperFoot(face) - 18
  const height = top - bottom
  return (
    mesh(
      face,
      [
        [0.47, nose + 46],
        [0.41, nose - 60],
      ],
      CHROME,
    ) +
    fins(face, [
      [0.44, nose + 12],
      [0.43, nose - 20],
      [0.42, nose - 46],
    ]) +
    mesh(
      face,
      [
        [0.5, top],
        [0.58, bottom + 60],
        [0.55, bottom + 14],
        [0.48, bottom],
      ],
      GAP,
    ) +
    fins(face, [
      [0.52, top - height * 0.3],
      [0.54, top - height * 0.55],
      [0.56, top - height * 0.8],
    ]) +
    sideIntakes(face, [
      [0.95, top + 10],
      [0.7, top - 34],
      [0.72, bottom + 40],
      [0.94, bottom + 66],
    ]) +
    sideLines(face, [
      [0.91, top - 30],
      [0.77, top - 56],
    ]) +
    licensePlate(face, (top + bottom) / 2 + 78, 500, 112)
  )
}

/** A closed nose with one low opening, for cars without a radiator. */
export function smoothNose(face: Face): string {
  const { nose, paint, half, frame } = face
  const bottom = bumperFoot(face) - 10
  const crease = `M${frame.at(-half * 0.5, nose + 4)}C${frame.at(-half * 0.3, nose - 40)} ${frame.at(half * 0.3, nose - 40)} ${frame.at(half * 0.5, nose + 4)}`
  return (
    stroke(crease, paint.dark, 2, { 'stroke-opacity': 0.55 }) +
    stroke(crease, paint.light, 1.6, { 'stroke-opacity': 0.6, transform: 'translate(0 2.4)' }) +
    mesh(
      face,
      [
        [0.44, bottom + 112],
        [0.6, bottom + 74],
        [0.55, bottom],
      ],
      GAP,
    ) +
    fins(face, [
      [0.53, bottom + 60],
      [0.55, bottom + 30],
    ]) +
    sideIntakes(face, [
      [0.93, bottom + 210],
      [0.86, bottom + 214],
      [0.84, bottom + 44],
      [0.91, bottom + 60],
    ]) +
    licensePlate(face, (nose + bottom) / 2 + 50, 500, 112)
  )
}

/** One tall grille in a bright frame, with the license plate in it. */
export function framedGrille(face: Face): string {
  const { nose } = face
  const foot = bumperFoot(face)
  const bottom = foot + 22
  const height = nose + 52 - bottom
  const rows = [0.14, 0.28, 0.42, 0.56, 0.7, 0.84].map(
    (share) => [0.53 - Math.abs(share - 0.35) * 0.16, nose + 52 - height * share] as const,
  )
  return (
    mesh(
      face,
      [
        [0.46, nose + 52],
        [0.53, nose + 6],
        [0.55, nose - height * 0.4],
        [0.42, bottom],
        [0.3, bottom - 6],
      ],
      CHROME,
      3,
    ) +
    fins(face, rows) +
    sideIntakes(face, [
      [0.95, nose - 190],
      [0.68, nose - 230],
      [0.62, bottom + 24],
      [0.93, bottom + 60],
    ]) +
    sideLines(face, [
      [0.93, bottom + 92],
      [0.68, bottom + 56],
    ]) +
    licensePlate(face, nose - height * 0.48, 500, 112)
  )
}

/** A glossy closed panel below a thin line of light, for electric cars of makes with a grille. */
export function closedPanel(face: Face): string {
  const { nose, half, frame } = face
  const bottom = bumperFoot(face) + 6
  const low = nose - 210
  const ticks = [-0.36, -0.24, -0.12, 0, 0.12, 0.24, 0.36].map((x) =>
    frame.line([half * x, nose - 24], [half * (x * 0.94), low + 40]),
  )
  return (
    panel(
      face,
      [
        [0.49, nose + 34],
        [0.52, nose - 10],
        [0.43, low],
        [0.3, low - 18],
      ],
      {
        fill: '#0e141a',
        stroke: '#39434d',
        'stroke-width': 2,
      },
    ) +
    stroke(ticks.join(''), '#4b5763', 2.2, { 'stroke-linecap': 'round' }) +
    stroke(bars(face, [[0.5, nose + 40]]), '#eef6fc', 2.6, { 'stroke-linecap': 'round' }) +
    mesh(
      face,
      [
        [0.5, bottom + 84],
        [0.6, bottom + 60],
        [0.54, bottom - 8],
      ],
      GAP,
    ) +
    fins(face, [[0.53, bottom + 36]]) +
    sideIntakes(face, [
      [0.94, low + 20],
      [0.8, low - 16],
      [0.72, bottom + 10],
      [0.93, bottom + 40],
    ]) +
    licensePlate(face, low + 96, 500, 112)
  )
}

/** Two openings with horizontal bars, parted by a painted web. */
export function splitGrille(face: Face): string {
  const { nose, half, frame } = face
  const bottom = bumperFoot(face) - 8
  const opening = (side: Side) => {
    const at = (x: number, y: number) => [side * half * x, nose + y] as const
    const outline = frame.line(
      at(0.07, 48),
      at(0.44, 40),
      at(0.47, 8),
      at(0.4, -66),
      at(0.12, -70),
      at(0.07, -30),
    )
    const rows = [16, -12, -40].map((y, i) => frame.line(at(0.085 + i * 0.01, y), at(0.455 - i * 0.02, y)))
    return (
      path(`${outline}Z`, {
        fill: face.ids.url('mesh'),
        stroke: CHROME,
        'stroke-width': 2.4,
        'stroke-linejoin': 'round',
      }) + stroke(rows.join(''), FIN, 2, { 'stroke-opacity': 0.6 })
    )
  }
  return (
    bothSides(opening) +
    mesh(
      face,
      [
        [0.42, nose - 176],
        [0.56, bottom + 70],
        [0.5, bottom],
      ],
      GAP,
    ) +
    fins(face, [
      [0.5, bottom + 84],
      [0.53, bottom + 40],
    ]) +
    sideIntakes(face, [
      [0.95, nose - 170],
      [0.88, nose - 170],
      [0.68, bottom + 14],
      [0.94, bottom + 50],
    ]) +
    licensePlate(face, nose - 206, 500, 112)
  )
}

/** A wide mouth with a honeycomb mesh above a splitter, for the fast models. */
export function wideMouth(face: Face): string {
  const { nose, half, frame, paint } = face
  const bottom = bumperFoot(face) - 18
  const [top, mid] = [nose + 40, nose - 96]
  const height = nose - 150 - bottom
  const cells = Array.from({ length: 15 }, (_, i) => -0.42 + i * 0.06).map((x, i) =>
    frame.line(
      [half * x, i % 2 ? top - 18 : top - 34],
      [half * (x + 0.03), (top + mid) / 2],
      [half * x, mid + (i % 2 ? 16 : 30)],
    ),
  )
  return (
    mesh(
      face,
      [
        [0.47, top],
        [0.5, top - 30],
        [0.42, mid],
        [0.3, mid - 10],
      ],
      GAP,
      3,
    ) +
    stroke(cells.join(''), FIN, 1.3, { 'stroke-opacity': 0.55 }) +
    mesh(
      face,
      [
        [0.46, nose - 150],
        [0.6, bottom + 60],
        [0.6, bottom],
      ],
      GAP,
    ) +
    fins(face, [
      [0.5, bottom + height * 0.7],
      [0.56, bottom + height * 0.35],
    ]) +
    sideIntakes(face, [
      [0.96, nose - 120],
      [0.66, nose - 176],
      [0.72, bottom + 6],
      [0.95, bottom + 30],
    ]) +
    sideLines(
      face,
      [
        [0.94, nose - 250],
        [0.69, nose - 282],
      ],
      paint.base,
    ) +
    stroke(bars(face, [[0.9, bottom - 22]]), '#39424b', 3.4, { 'stroke-linecap': 'round' }) +
    licensePlate(face, nose - 170, 500, 112)
  )
}
