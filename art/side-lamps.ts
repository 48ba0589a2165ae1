import type { Point } from './geometry.ts'
import type { SideCar } from './side-car.ts'
import { circle, ellipse, path, radialGradient, spanGradient, stroke } from './svg.ts'
import type { Drawing } from './svg.ts'

export function lamps({ body, frame, ids }: SideCar): Drawing {
  const { headlamp, taillamp, length } = body
  const peak = headlamp[2]!
  const isStrip = peak[1] - headlamp[5]![1] < 40
  const projector = (dx: number, dy: number, r: number) =>
    circle(frame.x(peak[0] + dx), frame.y(peak[1] + dy), r, {
      fill: '#f4f9ff',
      stroke: '#24303b',
      'stroke-width': 1.5,
    })
  const dayLight = frame.curve([headlamp[0]!, headlamp[6]!, headlamp[5]!, headlamp[4]!])
  const lightGuide = taillamp.slice(0, 4).map(([x, y]): Point => [x + (x < length - 200 ? 45 : -18), y - 20])
  return {
    defs:
      spanGradient(
        ids.id('head'),
        [frame.x(0), 0],
        [frame.x(600), 0],
        [
          [0, '#eaf3fb'],
          [0.35, '#9fb3c4'],
          [1, '#2a3642'],
        ],
      ) +
      spanGradient(
        ids.id('tail'),
        [frame.x(length - 480), 0],
        [frame.x(length), 0],
        [
          [0, '#4d040c'],
          [0.55, '#b40f20'],
          [1, '#f0323a'],
        ],
      ),
    shapes:
      path(frame.outline(headlamp), { fill: ids.url('head'), stroke: '#0c1116', 'stroke-width': 1.6 }) +
      (isStrip ? '' : projector(-190, -62, 4.6) + projector(-65, -36, 3.6)) +
      stroke(dayLight, '#fff', 2.2, { 'stroke-linecap': 'round' }) +
      path(frame.outline(taillamp), { fill: ids.url('tail'), stroke: '#26030a', 'stroke-width': 1.4 }) +
      stroke(frame.curve(lightGuide), '#ff8f86', 2, { 'stroke-linecap': 'round' }),
  }
}

export const COLD_HALO: [string, string] = ['#eaf4ff', '#cfe6ff']
/** A halo color that works on any backdrop, even the palest one. */
export const WARM_HALO: [string, string] = ['#ffcf6b', '#ffb638']

/**
 * Draws the light of lit lamps: a glow at each end of the car, and the headlamp's beam with its pool of
 * light.
 */
export function lampGlow({ body, frame, ids }: SideCar, halo: [near: string, far: string]): Drawing {
  const white = ids.url('beam')
  const lampY = body.headlamp[0]![1]
  return {
    defs:
      radialGradient(ids.id('beam'), [
        [0, '#fff', 0.95],
        [0.25, halo[0], 0.55],
        [1, halo[1], 0],
      ]) +
      spanGradient(
        ids.id('cone'),
        [frame.x(60), 0],
        [frame.x(-2300), 0],
        [
          [0, '#fff', 0.26],
          [0.6, '#fff', 0.07],
          [1, '#fff', 0],
        ],
      ) +
      radialGradient(ids.id('brake'), [
        [0, '#ff5a4f', 0.8],
        [1, '#ff2a2a', 0],
      ]),
    shapes:
      path(`${frame.line([70, lampY + 20], [-2600, lampY - 40], [-2600, -60], [-900, -60])}Z`, {
        fill: ids.url('cone'),
      }) +
      ellipse(frame.x(0) - 210, frame.y(0) + 16, 260, 24, { fill: white, 'fill-opacity': 0.7 }) +
      ellipse(frame.x(60), frame.y(lampY + 20), 54, 32, { fill: white }) +
      ellipse(frame.x(body.length - 40), frame.y(body.taillamp[2]![1]), 40, 26, { fill: ids.url('brake') }),
  }
}
