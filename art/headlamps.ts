import type { Face, Side } from './face.ts'
import { circle, path, stroke } from './svg.ts'

type Place = (x: number, y: number) => string

/** Returns a function that writes a point near a headlamp: the share of the half width, and the height above the nose. */
function placeBeside({ half, nose, frame }: Face, side: Side): Place {
  return (x, y) => frame.at(side * half * x, nose + y)
}

function lampGlass({ ids }: Face, d: string): string {
  return path(d, {
    fill: ids.url('lamp'),
    stroke: '#0c1116',
    'stroke-width': 1.8,
    'stroke-linejoin': 'round',
  })
}

function lens({ half, nose, frame }: Face, side: Side, x: number, y: number, r = 6): string {
  return circle(frame.x(side * half * x), frame.y(nose + y), r, {
    fill: '#f6fbff',
    stroke: '#24303b',
    'stroke-width': 2,
  })
}

function light(d: string, width = 2.8): string {
  return stroke(d, '#fff', width, { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })
}

export function sweptLamp(face: Face, side: Side): string {
  const at = placeBeside(face, side)
  const lower = `C${at(0.66, -26)} ${at(0.86, -2)} ${at(0.992, 18)}Z`
  return (
    lampGlass(
      face,
      `M${at(0.975, 96)}C${at(0.84, 108)} ${at(0.66, 84)} ${at(0.52, 44)}L${at(0.5, -14)}${lower}`,
    ) +
    lens(face, side, 0.68, 28) +
    lens(face, side, 0.83, 44) +
    light(`M${at(0.515, -4)}C${at(0.66, -16)} ${at(0.86, 8)} ${at(0.975, 26)}`)
  )
}

export function slimLamp(face: Face, side: Side): string {
  const at = placeBeside(face, side)
  return (
    lampGlass(
      face,
      `M${at(0.968, 112)}C${at(0.82, 104)} ${at(0.66, 62)} ${at(0.54, 22)}C${at(0.64, 8)} ${at(0.84, 28)} ${at(0.99, 36)}Z`,
    ) +
    lens(face, side, 0.79, 52, 5) +
    lens(face, side, 0.89, 64, 5.5) +
    light(`M${at(0.56, 22)}C${at(0.68, 16)} ${at(0.84, 36)} ${at(0.972, 44)}`, 2.2)
  )
}

export function steppedLamp(face: Face, side: Side): string {
  const at = placeBeside(face, side)
  const ticks = [0.62, 0.7, 0.78, 0.86].map((x, i) => `M${at(x, 12 + i * 6)}L${at(x + 0.012, 48 + i * 9)}`)
  return (
    lampGlass(
      face,
      `M${at(0.972, 104)}L${at(0.6, 62)}L${at(0.58, -4)}L${at(0.7, -34)}L${at(0.76, -12)}L${at(0.992, 14)}Z`,
    ) +
    light(ticks.join(''), 2.4) +
    light(`M${at(0.62, 66)}L${at(0.962, 104)}`, 2) +
    light(`M${at(0.6, -4)}L${at(0.7, -26)}L${at(0.76, -4)}L${at(0.975, 22)}`, 2.2)
  )
}

export function hookedLamp(face: Face, side: Side): string {
  const at = placeBeside(face, side)
  return (
    lampGlass(
      face,
      `M${at(0.968, 92)}L${at(0.54, 56)}L${at(0.55, 16)}L${at(0.8, 26)}L${at(0.84, -40)}L${at(0.99, -30)}Z`,
    ) +
    lens(face, side, 0.91, 30, 6) +
    light(`M${at(0.57, 36)}L${at(0.82, 46)}L${at(0.86, -28)}`, 2.6)
  )
}

export function ringLamp(face: Face, side: Side): string {
  const { half, nose, frame } = face
  const at = placeBeside(face, side)
  const ring = (x: number, y: number) =>
    circle(frame.x(side * half * x), frame.y(nose + y), 8.6, {
      fill: '#202b35',
      stroke: '#fff',
      'stroke-width': 2.4,
    }) + circle(frame.x(side * half * x), frame.y(nose + y), 3.6, { fill: '#dfeaf3' })
  return (
    lampGlass(
      face,
      `M${at(0.974, 96)}C${at(0.84, 100)} ${at(0.62, 74)} ${at(0.5, 54)}L${at(0.52, -4)}L${at(0.62, -22)}L${at(0.992, 4)}Z`,
    ) +
    ring(0.68, 26) +
    ring(0.855, 44)
  )
}

export function darkLamp(face: Face, side: Side): string {
  const at = placeBeside(face, side)
  const d = `M${at(0.972, 100)}C${at(0.84, 96)} ${at(0.68, 72)} ${at(0.55, 44)}L${at(0.6, -8)}C${at(0.72, -4)} ${at(0.88, 16)} ${at(0.992, 24)}Z`
  return (
    path(d, { fill: '#1b232b', stroke: '#0c1116', 'stroke-width': 1.8, 'stroke-linejoin': 'round' }) +
    lens(face, side, 0.72, 32, 5.4) +
    lens(face, side, 0.85, 50, 5.4) +
    light(`M${at(0.57, 46)}L${at(0.615, 2)}C${at(0.74, 6)} ${at(0.88, 24)} ${at(0.975, 32)}`, 2.6)
  )
}
