import type { Stage } from './landforms.ts'
import { hills } from './landforms.ts'
import { createRandom } from '../server/seed/random.ts'
import {
  circle,
  ellipse,
  horizontalGradient,
  num,
  path,
  radialGradient,
  rect,
  verticalGradient,
} from './svg.ts'
import type { Drawing } from './svg.ts'

export function studio({ width, height, ground, ids, hue, isDark }: Stage): Drawing {
  const [near, far, floorFar, floorNear] = isDark
    ? [`hsl(${hue} 26% 24%)`, `hsl(${hue} 34% 9%)`, `hsl(${hue} 24% 15%)`, `hsl(${hue} 34% 6%)`]
    : [`hsl(${hue} 44% 98%)`, `hsl(${hue} 34% 86%)`, `hsl(${hue} 22% 91%)`, `hsl(${hue} 20% 78%)`]
  const floor = `M0 ${ground - 40}Q${width / 2} ${ground - 62} ${width} ${ground - 40}V${height}H0Z`
  return {
    defs:
      radialGradient(
        ids.id('wall'),
        [
          [0, near],
          [1, far],
        ],
        { cx: 0.5, cy: 0.42, r: 0.75 },
      ) +
      verticalGradient(ids.id('floor'), [
        [0, floorFar],
        [1, floorNear],
      ]),
    shapes: rect(0, 0, width, height, { fill: ids.url('wall') }) + path(floor, { fill: ids.url('floor') }),
  }
}

/** Draws a wall with a large disc behind the car, in the car's color family. */
export function disc({ width, height, ground, ids, hue }: Stage): Drawing {
  const center = [width / 2, ground - 130] as const
  return {
    defs:
      radialGradient(
        ids.id('wall'),
        [
          [0, `hsl(${hue} 46% 94%)`],
          [1, `hsl(${hue} 40% 86%)`],
        ],
        { cx: 0.5, cy: 0.5, r: 0.8 },
      ) +
      verticalGradient(ids.id('disc'), [
        [0, `hsl(${hue} 62% 74%)`],
        [1, `hsl(${hue} 52% 60%)`],
      ]) +
      verticalGradient(ids.id('floor'), [
        [0, `hsl(${hue} 30% 88%)`],
        [1, `hsl(${hue} 26% 78%)`],
      ]),
    shapes:
      rect(0, 0, width, height, { fill: ids.url('wall') }) +
      circle(...center, 178, { fill: ids.url('disc') }) +
      circle(...center, 206, {
        fill: 'none',
        stroke: `hsl(${hue} 52% 60%)`,
        'stroke-opacity': 0.35,
        'stroke-width': 2,
      }) +
      rect(0, ground - 56, width, height - ground + 56, { fill: ids.url('floor') }),
  }
}

export function neon({ width, height, ground, ids }: Stage): Drawing {
  const light = '#27d3c0'
  const tubes = [0, 1, 2].map((row) => {
    const span = width * 0.3 * (3 - row)
    return rect((width - span) / 2, height * 0.1 + row * 30, span, 3 + row, { rx: 2, fill: ids.url('tube') })
  })
  return {
    defs:
      radialGradient(
        ids.id('wall'),
        [
          [0, '#1d2c3f'],
          [1, '#06090f'],
        ],
        { cx: 0.5, cy: 0.35, r: 0.8 },
      ) +
      verticalGradient(ids.id('floor'), [
        [0, '#0e1723'],
        [1, '#04060a'],
      ]) +
      horizontalGradient(ids.id('tube'), [
        [0, light, 0],
        [0.5, light],
        [1, light, 0],
      ]) +
      radialGradient(ids.id('glow'), [
        [0, light, 0.38],
        [1, light, 0],
      ]),
    shapes:
      rect(0, 0, width, height, { fill: ids.url('wall') }) +
      tubes.join('') +
      ellipse(width / 2, height * 0.22, width * 0.5, height * 0.28, { fill: ids.url('glow') }) +
      rect(0, ground - 40, width, height - ground + 40, { fill: ids.url('floor') }) +
      rect(0, ground - 41, width, 2, { fill: ids.url('tube'), 'fill-opacity': 0.7 }) +
      ellipse(width / 2, ground + 40, width * 0.46, 34, { fill: ids.url('glow') }),
  }
}

export function showroom({ width, height, ground, ids, seed }: Stage): Drawing {
  const random = createRandom(seed)
  const columns = Math.round(width / 89)
  const bay = width / columns
  const frame = '#39424c'
  const panes = Array.from({ length: columns }, (_, i) =>
    rect(i * bay + 5, height * 0.14, bay - 10, ground - 44 - height * 0.14, { fill: ids.url('pane') }),
  )
  const posts = Array.from({ length: columns + 1 }, (_, i) =>
    rect(i * bay - 4, height * 0.12, 8, ground - 40 - height * 0.12, { fill: frame }),
  )
  const spots = [0.2, 0.5, 0.8].map((x) =>
    ellipse(width * x, height * 0.03, 70, 60, { fill: ids.url('spot') }),
  )
  const garden = `${hills(random, width, ground - 48, 70, 8)}V${num(ground - 40)}H0Z`
  return {
    defs:
      verticalGradient(ids.id('wall'), [
        [0, '#eef1f4'],
        [1, '#d5dbe1'],
      ]) +
      verticalGradient(ids.id('pane'), [
        [0, '#bfe0f2'],
        [1, '#eef7fb'],
      ]) +
      verticalGradient(ids.id('floor'), [
        [0, '#f2f0ec'],
        [1, '#c8c3ba'],
      ]) +
      radialGradient(
        ids.id('spot'),
        [
          [0, '#fff', 0.95],
          [1, '#fff', 0],
        ],
        { cx: 0.5, cy: 0, r: 1 },
      ),
    shapes:
      rect(0, 0, width, height, { fill: ids.url('wall') }) +
      panes.join('') +
      path(garden, { fill: '#8fb89a', 'fill-opacity': 0.55 }) +
      posts.join('') +
      rect(0, height * 0.1, width, 12, { fill: frame }) +
      rect(0, ground - 46, width, 8, { fill: frame }) +
      rect(0, ground - 38, width, height - ground + 38, { fill: ids.url('floor') }) +
      spots.join(''),
  }
}
