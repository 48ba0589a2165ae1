import { circle, group, num, path, radialGradient, verticalGradient } from './svg.ts'
import type { Drawing, Ids, Stop } from './svg.ts'

export type WheelStyle = 'five' | 'ten' | 'turbine' | 'mesh' | 'aero' | 'twin'
export type RimFinish = 'silver' | 'dark' | 'bronze'

const SPOKES: Record<WheelStyle, number> = { five: 5, ten: 10, turbine: 9, mesh: 14, aero: 6, twin: 5 }

const FINISHES: Record<RimFinish, readonly Stop[]> = {
  silver: [
    [0, '#fdfefe'],
    [0.5, '#b4bdc7'],
    [1, '#6b7681'],
  ],
  dark: [
    [0, '#7a848e'],
    [0.5, '#3a424a'],
    [1, '#181c21'],
  ],
  bronze: [
    [0, '#e6c79a'],
    [0.5, '#a97f4c'],
    [1, '#5b4022'],
  ],
}

/** Draws a wheel around (0, 0). Its group has the ID `wheel`, so both axles can reference it. */
export function wheel(
  ids: Ids,
  radius: number,
  style: WheelStyle,
  finish: RimFinish,
  caliper: string,
): Drawing {
  const rim = radius * 0.77
  const metal = ids.url('metal')
  const angles = Array.from({ length: SPOKES[style] }, (_, i) => (i * 360) / SPOKES[style])
  const spoke = path(spokeShape(style, rim), { id: ids.id('spoke') })
  const defs =
    verticalGradient(ids.id('metal'), FINISHES[finish]) +
    radialGradient(ids.id('tyre'), [
      [0, '#2b2f34'],
      [0.86, '#17191c'],
      [0.93, '#30343a'],
      [1, '#0c0d0f'],
    ]) +
    radialGradient(ids.id('disc'), [
      [0, '#8b949d'],
      [0.6, '#59616a'],
      [1, '#2a2f35'],
    ]) +
    spoke
  const shapes =
    circle(0, 0, radius, { fill: ids.url('tyre') }) +
    circle(0, 0, radius * 0.9, { fill: 'none', stroke: '#000', 'stroke-opacity': 0.5 }) +
    circle(0, 0, rim, { fill: '#0d0f12' }) +
    circle(0, 0, rim * 0.66, { fill: ids.url('disc') }) +
    circle(0, 0, rim * 0.66, {
      fill: 'none',
      stroke: '#1c2025',
      'stroke-width': 1.2,
      'stroke-dasharray': '1.2 2.6',
    }) +
    path(caliperShape(rim), { fill: caliper }) +
    group(
      { fill: metal, stroke: '#4b545d', 'stroke-width': 0.6 },
      angles.map((angle) => `<use href="#${ids.id('spoke')}" transform="rotate(${num(angle)})"/>`).join(''),
    ) +
    circle(0, 0, rim * 0.965, { fill: 'none', stroke: metal, 'stroke-width': rim * 0.075 }) +
    circle(0, 0, rim * 0.2, { fill: metal, stroke: '#4b545d', 'stroke-width': 0.6 }) +
    circle(0, 0, rim * 0.1, { fill: '#2a3037' })
  return { defs, shapes: group({ id: ids.id('wheel') }, shapes) }
}

/** Draws a spoke that points up from the hub, for a rim with the given radius. */
function spokeShape(style: WheelStyle, rim: number): string {
  const pointAt = (x: number, y: number) => `${num(x * rim)} ${num(y * rim)}`
  const arc = `A${num(rim)} ${num(rim)} 0 0 1 `
  switch (style) {
    case 'aero':
      return `M${pointAt(-0.32, -0.2)}L${pointAt(-0.42, -0.9)}${arc}${pointAt(0.2, -0.97)}L${pointAt(0.1, -0.2)}Z`
    case 'turbine':
      return (
        `M${pointAt(-0.1, -0.18)}C${pointAt(-0.12, -0.5)} ${pointAt(0, -0.8)} ${pointAt(0.16, -0.95)}L${pointAt(0.36, -0.89)}` +
        `C${pointAt(0.16, -0.7)} ${pointAt(0.06, -0.45)} ${pointAt(0.08, -0.18)}Z`
      )
    case 'mesh':
      return `M${pointAt(-0.05, -0.16)}L${pointAt(-0.05, -0.95)}L${pointAt(0.05, -0.95)}L${pointAt(0.05, -0.16)}Z`
    case 'ten':
      return `M${pointAt(-0.05, -0.16)}L${pointAt(-0.085, -0.95)}L${pointAt(0.085, -0.95)}L${pointAt(0.05, -0.16)}Z`
    case 'twin':
      return (
        `M${pointAt(-0.13, -0.14)}L${pointAt(-0.19, -0.95)}L${pointAt(-0.09, -0.97)}L${pointAt(-0.03, -0.2)}` +
        `L${pointAt(0.03, -0.2)}L${pointAt(0.09, -0.97)}L${pointAt(0.19, -0.95)}L${pointAt(0.13, -0.14)}Z`
      )
    case 'five':
      return (
        `M${pointAt(-0.16, -0.12)}L${pointAt(-0.25, -0.93)}${arc}${pointAt(-0.05, -0.96)}L${pointAt(0, -0.34)}` +
        `L${pointAt(0.05, -0.96)}${arc}${pointAt(0.25, -0.93)}L${pointAt(0.16, -0.12)}Z`
      )
  }
}

/** Draws the brake caliper behind the spokes, on the wheel's trailing side. */
function caliperShape(rim: number): string {
  const pointAt = (x: number, y: number) => `${num(x * rim)} ${num(y * rim)}`
  const outer = num(rim * 0.72)
  const inner = num(rim * 0.5)
  return (
    `M${pointAt(0.5, -0.52)}A${outer} ${outer} 0 0 1 ${pointAt(0.5, 0.52)}L${pointAt(0.36, 0.36)}` +
    `A${inner} ${inner} 0 0 0 ${pointAt(0.36, -0.36)}Z`
  )
}
