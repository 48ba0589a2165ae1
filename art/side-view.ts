import { BODIES } from './bodies.ts'
import type { CarBody } from './bodies.ts'
import { createFrame } from './geometry.ts'
import type { Point } from './geometry.ts'
import { buildTrim } from './looks.ts'
import type { CarLook } from '../server/seed/demo-looks.ts'
import type { Trim } from './looks.ts'
import { PAINTS } from './paints.ts'
import type { SideCar, WheelArch } from './side-car.ts'
import { glasshouse } from './side-glass.ts'
import { COLD_HALO, lamps, lampGlow, WARM_HALO } from './side-lamps.ts'
import { shell } from './side-shell.ts'
import { doorMirror, roofRails, seamsAndHandles } from './side-trim.ts'
import { ellipse, group, createIds, num, radialGradient } from './svg.ts'
import type { Drawing } from './svg.ts'
import { wheel } from './wheels.ts'
import type { RimFinish, WheelStyle } from './wheels.ts'

export interface SideViewOptions {
  look: CarLook
  wheelStyle: WheelStyle
  rim: RimFinish
  /** X of the front bumper. `ground` is the ground's y, and `scale` is in pixels per millimeter. */
  left: number
  ground: number
  scale: number
  lightsOn?: boolean
  hasShadow?: boolean
  prefix?: string
}

/** Draws a car from its left side. */
export function sideView(options: SideViewOptions): Drawing {
  const { ground, scale, lightsOn = false, hasShadow = true } = options
  const car = buildSideCar(options)
  const { body, ids } = car
  const caliper = body.hasCladding ? '#3a4149' : '#c4252f'
  const roller = wheel(ids, body.wheelRadius * scale, options.wheelStyle, options.rim, caliper)
  const parts = [shell(car), glasshouse(car), lamps(car)]
  const glow = lightsOn ? lampGlow(car, COLD_HALO) : { defs: '', shapes: '' }
  const shadow = hasShadow ? groundShadow(car, ground) : { defs: '', shapes: '' }
  const translateTo = (axle: number) =>
    `translate(${num(car.frame.x(axle))} ${num(car.frame.y(body.wheelRadius))})`
  return {
    defs: [shadow, ...parts, glow, roller].map((part) => part.defs).join(''),
    shapes:
      shadow.shapes +
      (body.hasRoofRails && car.trim.rails !== 'none' ? roofRails(car) : '') +
      parts.map((part) => part.shapes).join('') +
      seamsAndHandles(car) +
      doorMirror(car) +
      glow.shapes +
      group({ transform: translateTo(body.frontAxle) }, roller.shapes) +
      `<use href="#${ids.id('wheel')}" transform="${translateTo(body.rearAxle)}"/>`,
  }
}

/** Draws only the light from the car's lamps, as an overlay for the side view. */
export function sideGlow(options: SideViewOptions): Drawing {
  return lampGlow(buildSideCar(options), WARM_HALO)
}

function buildSideCar({ look, left, ground, scale, prefix = 'c' }: SideViewOptions): SideCar {
  const trim = buildTrim(look)
  const body = buildCarBody(look, trim)
  return {
    body,
    trim,
    paint: PAINTS[look.paint],
    frame: createFrame(left, ground, scale),
    ids: createIds(prefix),
    arch: measureWheelArch(body),
  }
}

/** Returns the body, with shorter side glass if the trim has it. */
function buildCarBody({ shape }: CarLook, { hasShortGlass }: Trim): CarBody {
  const body = BODIES[shape]
  if (!hasShortGlass || body.hasBed || shape === 'cybertruck') return body
  const shorter = (line: readonly Point[], count: number) =>
    line.map(([x, y, mark], i): Point => {
      const newX = i < line.length - count ? x : x - 150
      return mark ? [newX, y, mark] : [newX, y]
    })
  return { ...body, sideGlass: shorter(body.sideGlass, 2), beltline: shorter(body.beltline, 1) }
}

function measureWheelArch(body: CarBody): WheelArch {
  const radius = body.wheelRadius + 40
  const foot = body.sill + 18
  return { radius, foot, halfWidth: Math.sqrt(radius ** 2 - (body.wheelRadius - foot) ** 2) }
}

function groundShadow({ body, frame, ids }: SideCar, ground: number): Drawing {
  const underWheel = (axle: number) =>
    ellipse(frame.x(axle), ground - 1, frame.size(body.wheelRadius) * 1.25, 7, { fill: ids.url('shadow') })
  const bodyShadow = ellipse(frame.x(body.length / 2), ground, frame.size(body.length) * 0.56, 26, {
    fill: ids.url('shadow'),
  })
  return {
    defs: radialGradient(ids.id('shadow'), [
      [0, '#000', 0.62],
      [0.55, '#000', 0.38],
      [1, '#000', 0],
    ]),
    shapes: bodyShadow + underWheel(body.frontAxle) + underWheel(body.rearAxle),
  }
}
