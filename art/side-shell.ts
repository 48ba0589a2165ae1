import type { Point } from './geometry.ts'
import type { SideCar } from './side-car.ts'
import { circle, clip, group, num, path, rect, spanGradient, stroke } from './svg.ts'
import type { Drawing } from './svg.ts'

const CLADDING = '#14181d'
const CLADDING_WIDTH = 70

export function shell(car: SideCar): Drawing {
  const { body, ids } = car
  const outline = bodyOutline(car)
  return {
    defs: paintGradients(car) + clip(ids.id('shell'), outline),
    shapes:
      wheelWells(car) +
      path(outline, { fill: ids.url('body') }) +
      group(
        { 'clip-path': ids.url('shell') },
        reflections(car) +
          (car.trim.hasBlackRoof ? blackRoof(car) : '') +
          (car.trim.hasMolding ? molding(car) : '') +
          frontBumper(car) +
          rearBumper(car) +
          sill(car) +
          (body.hasCladding ? skirts(car) : ''),
      ) +
      archEdge(car, body.frontAxle) +
      archEdge(car, body.rearAxle),
  }
}

function bodyOutline({ body, frame, arch }: SideCar): string {
  const opening = (axle: number) => {
    const r = num(frame.size(arch.radius))
    const archEnd = frame.at(axle + arch.halfWidth, arch.foot)
    return `L${archEnd}A${r} ${r} 0 0 0 ${frame.at(axle - arch.halfWidth, arch.foot)}`
  }
  const behindFront = frame.at(body.frontAxle + arch.halfWidth + 60, body.sill)
  const beforeRear = frame.at(body.rearAxle - arch.halfWidth - 60, body.sill)
  return `${frame.curve(body.roofline)}${opening(body.rearAxle)}L${beforeRear}L${behindFront}${opening(body.frontAxle)}Z`
}

/**
 * Returns the paint's gradients. They show the sky on the roof and shoulder, a dark band below the shoulder,
 * and light from the ground low on the doors.
 */
function paintGradients({ body, paint, frame, ids }: SideCar): string {
  const { base, light, dark } = paint
  const top = frame.y(Math.max(...body.roofline.map(([, y]) => y)))
  const shoulder = frame.y(shoulderHeight(body.shoulder))
  const bottom = frame.y(body.sill)
  const ends: [[number, number], [number, number]] = [
    [frame.x(0), 0],
    [frame.x(body.length), 0],
  ]
  return (
    spanGradient(
      ids.id('body'),
      [0, top],
      [0, bottom],
      [
        [0, light],
        [0.22, base],
        [0.4, light],
        [0.47, base],
        [0.72, base],
        [1, dark],
      ],
    ) +
    spanGradient(ids.id('ends'), ...ends, [
      [0, '#000', 0.5],
      [0.09, '#000', 0.12],
      [0.2, '#000', 0],
      [0.8, '#000', 0],
      [0.93, '#000', 0.16],
      [1, '#000', 0.55],
    ]) +
    spanGradient(
      ids.id('flank'),
      [0, shoulder],
      [0, bottom],
      [
        [0, dark, 0],
        [0.1, dark, 0.62],
        [0.5, dark, 0.18],
        [0.8, light, 0.1],
        [1, '#000', 0.55],
      ],
    ) +
    spanGradient(ids.id('sheen'), ...ends, [
      [0, '#fff', 0],
      [0.15, '#fff', 0.85],
      [0.55, '#fff', 0.55],
      [0.9, '#fff', 0.7],
      [1, '#fff', 0],
    ])
  )
}

function shoulderHeight(shoulder: readonly Point[]): number {
  return shoulder[Math.floor(shoulder.length / 2)]![1]
}

function wheelWells({ body, frame, arch }: SideCar): string {
  const well = (axle: number) =>
    circle(frame.x(axle), frame.y(body.wheelRadius), frame.size(arch.radius), { fill: '#07090b' })
  const underbody = rect(
    frame.x(body.frontAxle - 260),
    frame.y(body.sill + 260),
    frame.size(body.rearAxle - body.frontAxle + 520),
    frame.size(225),
    { fill: '#07090b' },
  )
  return underbody + well(body.frontAxle) + well(body.rearAxle)
}

/** Draws a contrasting roof, down to the lower front and rear corners of the side glass. */
function blackRoof({ body, frame, ids }: SideCar): string {
  const cowl = body.roofline.find((point) => point[2])!
  const rear = body.sideGlass.at(-2)!
  const top = Math.max(...body.roofline.map(([, y]) => y)) + 60
  const area = frame.line(
    [cowl[0] + 30, cowl[1] + 16],
    [rear[0] - 60, rear[1] - 30],
    [rear[0] + 130, rear[1] + 110],
    [rear[0] + 420, top],
    [cowl[0] + 30, top],
  )
  return (
    path(`${area}Z`, { fill: '#12161b' }) +
    stroke(frame.curve(body.roofline.slice(2, -2)), ids.url('sheen'), 4, { 'stroke-opacity': 0.28 })
  )
}

function molding({ body, frame, arch }: SideCar): string {
  const y = body.sill + (body.hasCladding ? 168 : 96)
  const strip = frame.line(
    [body.frontAxle + arch.halfWidth + 90, y],
    [body.rearAxle - arch.halfWidth - 90, y + 12],
  )
  return stroke(strip, '#e3e9ee', 2.4, { 'stroke-linecap': 'round', 'stroke-opacity': 0.9 })
}

function reflections({ body, paint, frame, ids }: SideCar): string {
  const raised = (line: readonly Point[], by: number) =>
    frame.curve(line.map(([x, y]) => [x, y + by] as const))
  const below = `L${frame.at(body.length + 50, 0)}L${frame.at(-50, 0)}Z`
  return (
    path(frame.curve(body.shoulder) + below, { fill: ids.url('flank') }) +
    stroke(frame.curve(body.roofline.slice(2, -2)), ids.url('sheen'), 7, { 'stroke-opacity': 0.55 }) +
    stroke(raised(body.shoulder, 16), ids.url('sheen'), 2.4) +
    stroke(raised(body.shoulder, -12), paint.dark, 2.2, { 'stroke-opacity': 0.55 }) +
    stroke(frame.curve(body.crease), paint.light, 1.8, { 'stroke-opacity': 0.5 }) +
    stroke(raised(body.crease, -16), paint.dark, 1.6, { 'stroke-opacity': 0.6 }) +
    rect(frame.x(-20), 0, frame.size(body.length + 40), frame.y(0), { fill: ids.url('ends') })
  )
}

/** Returns a height on the car's nose. A `share` of 0 is the sill, and 1 is the headlamp. */
function noseHeight({ body }: SideCar, share: number): number {
  return body.sill + (body.headlamp[0]![1] - body.sill) * share
}

function frontBumper(car: SideCar): string {
  const { frame } = car
  const h = (share: number) => noseHeight(car, share)
  const black = (opacity: number) => ({ fill: '#0a0d11', 'fill-opacity': opacity })
  const low = h(0) - 40
  const grille = frame.line([-20, h(0.88)], [62, h(0.82)], [92, h(0.5)], [-20, h(0.44)])
  const intake = frame.line([-20, h(0.36)], [150, h(0.34)], [250, h(0.1)], [210, low], [-20, low])
  const airCurtain = frame.line([205, h(0.42)], [246, h(0.4)], [282, h(0.16)], [262, h(0.14)])
  return (
    (car.trim.hasGrille ? path(`${grille}Z`, black(0.9)) : '') +
    path(`${intake}Z`, black(0.88)) +
    path(`${airCurtain}Z`, black(0.75))
  )
}

function rearBumper(car: SideCar): string {
  const { body, frame } = car
  const h = (share: number) => noseHeight(car, share)
  const fromRear = (x: number) => body.length + x
  const diffuser = frame.line(
    [fromRear(20), h(0.3)],
    [fromRear(-210), h(0.27)],
    [fromRear(-370), h(-0.1)],
    [fromRear(20), h(-0.1)],
  )
  const reflector = frame.line(
    [fromRear(-260), h(0.52)],
    [fromRear(10), h(0.55)],
    [fromRear(10), h(0.49)],
    [fromRear(-240), h(0.47)],
  )
  return (
    path(`${diffuser}Z`, { fill: '#0b0e12', 'fill-opacity': 0.85 }) +
    path(`${reflector}Z`, { fill: '#000', 'fill-opacity': 0.22 })
  )
}

function sill({ body, frame, arch }: SideCar): string {
  const height = body.sill + (body.hasCladding ? 120 : 42)
  const front = body.frontAxle + arch.halfWidth
  const rear = body.rearAxle - arch.halfWidth
  const strip = frame.line([front, height], [rear, height], [rear, 0], [front, 0])
  return path(`${strip}Z`, { fill: '#101418', 'fill-opacity': body.hasCladding ? 1 : 0.82 })
}

/** Draws an off-road car's unpainted lower bumpers and the metal guard under its nose. */
function skirts({ body, frame, arch }: SideCar): string {
  const low = body.sill + 150
  const high = body.sill + 190
  const front = body.frontAxle - arch.halfWidth
  const rear = body.rearAxle + arch.halfWidth
  const end = body.length + 20
  const guard = frame.line(
    [40, body.sill + 110],
    [330, body.sill + 100],
    [340, body.sill + 60],
    [90, body.sill + 62],
  )
  return (
    path(`${frame.line([-20, high], [front, low], [front, 0], [-20, 0])}Z`, { fill: CLADDING }) +
    path(`${frame.line([end, high], [rear, low], [rear, 0], [end, 0])}Z`, { fill: CLADDING }) +
    path(`${guard}Z`, { fill: '#b9c2cc', 'fill-opacity': 0.75 })
  )
}

function archEdge({ body, paint, frame, arch }: SideCar, axle: number): string {
  const curve = (widerBy: number, sweep: 0 | 1) => {
    const r = num(frame.size(arch.radius + widerBy))
    const side = sweep ? 1 : -1
    return `A${r} ${r} 0 0 ${sweep} ${frame.at(axle + side * (arch.halfWidth + widerBy), arch.foot)}`
  }
  const start = (widerBy: number) => frame.at(axle + arch.halfWidth + widerBy, arch.foot)
  if (!body.hasCladding) {
    return stroke(`M${start(0)}${curve(0, 0)}`, paint.light, 1.6, { 'stroke-opacity': 0.45 })
  }
  const inner = frame.at(axle - arch.halfWidth, arch.foot)
  return path(`M${start(CLADDING_WIDTH)}${curve(CLADDING_WIDTH, 0)}L${inner}${curve(0, 1)}Z`, {
    fill: CLADDING,
  })
}
