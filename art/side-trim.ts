import type { Point } from './geometry.ts'
import { BLACK_PART } from './looks.ts'
import { roofCorner } from './side-glass.ts'
import type { SideCar } from './side-car.ts'
import { group, path, rect, stroke } from './svg.ts'

export function roofRails(car: SideCar): string {
  const { body, trim, frame } = car
  const cowl = roofCorner(car, 0)
  const isSilver = trim.rails === 'silver'
  const [front, middle, rear] = [3, 4, 5].map((i) => body.roofline[cowl + i]!) as [Point, Point, Point]
  const rail: Point[] = [
    [front[0] - 140, front[1] - 22],
    [front[0] - 60, front[1] + 16],
    [front[0] + 300, front[1] + 30],
    [middle[0], middle[1] + 32],
    [rear[0] - 440, rear[1] + 64],
    [rear[0] - 360, rear[1] + 18],
  ]
  const gleam = rail.slice(1, 5).map(([x, y]): Point => [x, y + 8])
  return (
    stroke(frame.curve(rail), isSilver ? '#aeb7c0' : '#20262d', 4.6, {
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    }) + stroke(frame.curve(gleam), isSilver ? '#f4f7f9' : '#9aa5b0', 1.2)
  )
}

export function seamsAndHandles(car: SideCar): string {
  const { body } = car
  const seams = body.doorEdges.map((x, i) => doorSeam(car, x, i))
  return (
    group(
      { fill: 'none', stroke: '#000', 'stroke-opacity': 0.42, 'stroke-width': 1.3 },
      [...seams, bedSeam(car)].join(''),
    ) +
    body.handles.map((x) => handle(car, x)).join('') +
    group(
      { fill: 'none', stroke: '#000', 'stroke-opacity': 0.3, 'stroke-width': 1.1 },
      bumperSeams(car) + (body.hasBed ? '' : fuelFlap(car)),
    )
  )
}

/**
 * Draws a door's shut line. The first line leans with the windshield. The last one curves around the rear
 * wheel, except on pickups.
 */
function doorSeam({ body, frame, arch }: SideCar, x: number, index: number): string {
  const isLast = index === body.doorEdges.length - 1
  const belt = body.beltline[isLast ? 2 : index === 0 ? 0 : 1]![1]
  const foot = body.sill + 75
  if (index === 0) {
    const lean = `C${frame.at(x - 70, belt - 250)} ${frame.at(x - 60, body.sill + 350)} ${frame.at(x + 10, foot)}`
    return path(`M${frame.at(x, belt - 5)}${lean}`, {})
  }
  if (!isLast || body.hasBed) return path(`M${frame.at(x, belt - 5)}L${frame.at(x + 8, foot)}`, {})
  const overArch = frame.at(body.rearAxle - arch.halfWidth * 0.82, body.wheelRadius + arch.radius * 0.55)
  const curve = `C${frame.at(x + 30, belt - 200)} ${frame.at(x - 20, body.wheelRadius + arch.radius - 60)} ${overArch}`
  const end = frame.at(body.rearAxle - arch.halfWidth - 30, body.sill + 120)
  return path(`M${frame.at(x - 10, belt - 8)}${curve}L${end}`, {})
}

function bedSeam({ body, frame }: SideCar): string {
  if (!body.hasBed) return ''
  const cabEnd = body.doorEdges.at(-1)! + 170
  return (
    path(frame.line([cabEnd, 1262], [cabEnd, body.sill + 90]), {}) +
    path(frame.line([cabEnd + 60, 1216], [body.length - 190, 1222]), { 'stroke-width': 3 })
  )
}

function handle({ body, paint, frame }: SideCar, x: number): string {
  const y = body.shoulder[Math.floor(body.shoulder.length / 2)]![1]
  return (
    rect(frame.x(x), frame.y(y - 45), frame.size(200), frame.size(36), {
      rx: 2.4,
      fill: paint.base,
      stroke: '#000',
      'stroke-opacity': 0.35,
      'stroke-width': 0.8,
    }) +
    rect(frame.x(x + 8), frame.y(y - 48), frame.size(184), 1.4, {
      rx: 0.7,
      fill: '#fff',
      'fill-opacity': 0.6,
    })
  )
}

function bumperSeams({ body, frame, arch }: SideCar): string {
  const { headlamp, taillamp } = body
  const front: [Point, Point] = [
    [headlamp[3]![0] - 60, headlamp[4]![1] + 10],
    [body.frontAxle - arch.halfWidth * 0.86, body.wheelRadius + arch.radius * 0.6],
  ]
  const rear: [Point, Point] = [
    [taillamp[4]![0] - 20, taillamp[4]![1] + 6],
    [body.rearAxle + arch.halfWidth * 0.84, body.wheelRadius + arch.radius * 0.62],
  ]
  return path(frame.line(...front) + frame.line(...rear), {})
}

function fuelFlap({ body, frame }: SideCar): string {
  const y = body.shoulder[Math.floor(body.shoulder.length / 2)]![1] - 30
  return rect(frame.x(body.rearAxle + 60), frame.y(y), frame.size(150), frame.size(130), { rx: 4 })
}

export function doorMirror({ body, trim, paint, frame }: SideCar): string {
  const [x, y] = [body.beltline[0]![0] + 120, body.beltline[0]![1] - 10]
  const pointAt = (dx: number, dy: number) => frame.at(x + dx, y + dy)
  const shellShape =
    `M${pointAt(-45, 62)}C${pointAt(-50, 130)} ${pointAt(30, 165)} ${pointAt(120, 158)}` +
    `C${pointAt(185, 152)} ${pointAt(200, 110)} ${pointAt(190, 55)}C${pointAt(110, 38)} ${pointAt(20, 38)} ${pointAt(-45, 62)}Z`
  return (
    path(`M${pointAt(40, 0)}L${pointAt(150, -6)}L${pointAt(120, 60)}Z`, { fill: '#0b0e12' }) +
    path(shellShape, {
      fill: trim.hasBlackMirrors ? BLACK_PART : paint.base,
      stroke: '#000',
      'stroke-opacity': 0.4,
      'stroke-width': 0.8,
    }) +
    stroke(
      `M${pointAt(-20, 112)}C${pointAt(40, 150)} ${pointAt(110, 150)} ${pointAt(170, 130)}`,
      trim.hasBlackMirrors ? '#7d8791' : paint.light,
      1.8,
      {
        'stroke-opacity': 0.8,
        'stroke-linecap': 'round',
      },
    ) +
    stroke(`M${pointAt(-40, 66)}C${pointAt(30, 44)} ${pointAt(110, 44)} ${pointAt(188, 62)}`, '#000', 2, {
      'stroke-opacity': 0.45,
    })
  )
}
