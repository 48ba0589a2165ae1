import { createRandom } from '../server/seed/random.ts'
import type { Stage } from './landforms.ts'
import { cloud, hills, peaks, pines, road } from './landforms.ts'
import { circle, num, path, radialGradient, rect, spanGradient, verticalGradient } from './svg.ts'
import type { Drawing, Stop } from './svg.ts'

function sky({ width, ground, ids }: Stage, stops: readonly Stop[]): Drawing {
  return {
    defs: verticalGradient(ids.id('sky'), stops),
    shapes: rect(0, 0, width, ground, { fill: ids.url('sky') }),
  }
}

/** Extends the upper edge of a landscape down to just behind the road and closes the path. */
function landTo(stage: Stage, edge: string): string {
  return `${edge}V${stage.ground}H0Z`
}

export function sunrise(stage: Stage): Drawing {
  const { width, height, ground, ids } = stage
  const random = createRandom(stage.seed)
  const air = sky(stage, [
    [0, '#31467e'],
    [0.45, '#a06a9b'],
    [0.72, '#f3a27c'],
    [1, '#ffdca0'],
  ])
  const asphalt = road(stage, '#4a4653', '#2c2a35', { color: '#ffe1b0', opacity: 0.7 })
  const horizon = ground - 52
  const [sunX, sunY] = [width * 0.16, horizon - 70]
  const glow = height * 0.46
  return {
    defs:
      air.defs +
      asphalt.defs +
      radialGradient(ids.id('sun'), [
        [0, '#fff7dc'],
        [0.35, '#ffe29a', 0.9],
        [1, '#ffb46b', 0],
      ]),
    shapes:
      air.shapes +
      circle(sunX, sunY, glow, { fill: ids.url('sun') }) +
      circle(sunX, sunY, height * 0.09, { fill: '#fff6da' }) +
      path(landTo(stage, hills(random, width, horizon - 10, 120, 5)), { fill: '#8d6285' }) +
      path(landTo(stage, hills(random, width, horizon + 6, 80, 7)), { fill: '#5f4a70' }) +
      path(landTo(stage, hills(random, width, horizon + 22, 42, 9)), { fill: '#3c3450' }) +
      asphalt.shapes,
  }
}

/** Clouds, each with its horizontal and vertical position as shares of the drawing, and its size. */
const CLOUDS = [
  [0.16, 0.18, 1],
  [0.62, 0.1, 0.8],
  [0.84, 0.24, 0.6],
] as const

export function coast(stage: Stage): Drawing {
  const { width, height, ground, ids } = stage
  const random = createRandom(stage.seed)
  const air = sky(stage, [
    [0, '#5fb2e6'],
    [0.6, '#c3e6f6'],
    [1, '#f6f3df'],
  ])
  const asphalt = road(stage, '#7d8894', '#58626d', { color: '#fff', opacity: 0.75 })
  const horizon = ground - 52
  const headland = `${hills(random, width * 0.55, horizon - 44, 70, 3)}L${num(width * 0.6)} ${horizon - 30}H0Z`
  const waves = Array.from({ length: 16 }, () => {
    const [x, y, length] = [random() * width, horizon - 30 + random() * 50, 20 + random() * 60]
    return rect(x, y, length, 1.6, { rx: 0.8, fill: '#fff', 'fill-opacity': 0.15 + random() * 0.35 })
  })
  const posts = [30, width * 0.33, width * 0.66, width - 30].map(
    (x) => `M${num(x)} ${ground - 64}V${ground - 30}`,
  )
  return {
    defs:
      air.defs +
      asphalt.defs +
      verticalGradient(ids.id('sea'), [
        [0, '#2f8fb5'],
        [1, '#1a5f86'],
      ]),
    shapes:
      air.shapes +
      CLOUDS.map(([x, y, size]) => cloud(width * x, height * y, size)).join('') +
      path(headland, { fill: '#5c8f8a' }) +
      rect(0, horizon - 34, width, 70, { fill: ids.url('sea') }) +
      waves.join('') +
      rect(0, ground - 38, width, 12, { fill: '#d9cfae' }) +
      path(`M0 ${ground - 62}H${width}M0 ${ground - 54}H${width}`, { stroke: '#e9eef2', 'stroke-width': 4 }) +
      path(posts.join(''), { stroke: '#b8c2cb', 'stroke-width': 5 }) +
      asphalt.shapes,
  }
}

export function city(stage: Stage): Drawing {
  const { width, height, ground } = stage
  const random = createRandom(stage.seed)
  const air = sky(stage, [
    [0, '#0f1a3c'],
    [0.55, '#3b3f79'],
    [0.85, '#b0648a'],
    [1, '#f2a37b'],
  ])
  const asphalt = road(stage, '#2b3040', '#171a25', { color: '#f5d67b', opacity: 0.55 })
  const horizon = ground - 52
  return {
    defs: air.defs + asphalt.defs,
    shapes:
      air.shapes +
      circle(width * 0.2, height * 0.17, 20, { fill: '#fff3d6', 'fill-opacity': 0.9 }) +
      path(skyline(random, width, horizon + 10, 60, 150).blocks, { fill: '#2b2f5c', 'fill-opacity': 0.75 }) +
      litSkyline(random, width, horizon + 26) +
      asphalt.shapes,
  }
}

/** Returns blocks of houses as a single path, and the positions of their windows. */
function skyline(random: () => number, width: number, y: number, low: number, high: number) {
  let blocks = ''
  const windows: [number, number][] = []
  for (let x = -10; x < width;) {
    const blockWidth = 34 + random() * 54
    const top = y - (low + random() * (high - low))
    blocks += `M${num(x)} ${num(y + 60)}V${num(top)}h${num(blockWidth)}V${num(y + 60)}Z`
    for (let row = top + 10; row < y - 8; row += 13) {
      for (let column = x + 7; column < x + blockWidth - 9; column += 11) windows.push([column, row])
    }
    x += blockWidth + 3
  }
  return { blocks, windows }
}

function litSkyline(random: () => number, width: number, y: number): string {
  const { blocks, windows } = skyline(random, width, y, 50, 170)
  const panes = { bright: '', soft: '', cool: '' }
  for (const [x, top] of windows) {
    if (random() > 0.34) continue
    const kind = random()
    panes[kind < 0.4 ? 'bright' : kind < 0.75 ? 'soft' : 'cool'] +=
      `M${Math.round(x)} ${Math.round(top)}h5v7h-5z`
  }
  return (
    path(blocks, { fill: '#171b3a' }) +
    path(panes.bright, { fill: '#ffd98a', 'fill-opacity': 0.9 }) +
    path(panes.soft, { fill: '#ffd98a', 'fill-opacity': 0.5 }) +
    path(panes.cool, { fill: '#a9d4ff', 'fill-opacity': 0.6 })
  )
}

export function alpine(stage: Stage): Drawing {
  const { width, ground, ids } = stage
  const random = createRandom(stage.seed)
  const air = sky(stage, [
    [0, '#4f8fd0'],
    [1, '#e4f1fb'],
  ])
  const asphalt = road(stage, '#5b6672', '#3f4853', { color: '#fff', opacity: 0.75 })
  const horizon = ground - 52
  const reach = Math.round(ground * 0.65)
  return {
    defs:
      air.defs +
      asphalt.defs +
      spanGradient(
        ids.id('snow'),
        [0, horizon + 10 - reach],
        [0, horizon + 10],
        [
          [0, '#ffffff'],
          [0.42, '#dbe6f1'],
          [0.43, '#8fa5bd'],
          [1, '#6d86a1'],
        ],
      ),
    shapes:
      air.shapes +
      path(landTo(stage, peaks(random, width, horizon + 10, reach, Math.round(width / (reach * 0.8)))), {
        fill: ids.url('snow'),
      }) +
      path(
        landTo(stage, peaks(random, width, horizon + 20, reach * 0.48, Math.round(width / (reach * 0.48)))),
        {
          fill: '#54708b',
        },
      ) +
      pines(random, width, ground - 24, Math.round(width / 17), '#2b4f4a') +
      rect(0, ground - 28, width, 10, { fill: '#eef4f8' }) +
      asphalt.shapes,
  }
}

/** Draws a street at dusk with a lamp over the curb, which gave the product its name. */
export function kerb(stage: Stage): Drawing {
  const { width, ground, ids } = stage
  const random = createRandom(stage.seed)
  const air = sky(stage, [
    [0, '#0d2b36'],
    [0.55, '#1f5a60'],
    [0.85, '#c98f63'],
    [1, '#ffc77a'],
  ])
  const asphalt = road(stage, '#303a40', '#171d21', { color: '#e7d9b4', opacity: 0.5 })
  const lampX = width * 0.13
  const lampTop = Math.max(ground - 262, 34)
  return {
    defs:
      air.defs +
      asphalt.defs +
      radialGradient(ids.id('lamp'), [
        [0, '#ffd48a', 0.75],
        [0.4, '#ffb95a', 0.26],
        [1, '#ffb95a', 0],
      ]),
    shapes:
      air.shapes +
      houses(random, width, ground - 30) +
      rect(0, ground - 40, width, 16, { fill: '#8b9490' }) +
      rect(0, ground - 28, width, 6, { fill: '#c3c9c4' }) +
      asphalt.shapes +
      path(`M${num(lampX)} ${ground - 36}V${num(lampTop + 60)}a60 60 0 0 1 60 -60h26`, {
        fill: 'none',
        stroke: '#0b1a1f',
        'stroke-width': 7,
        'stroke-linecap': 'round',
      }) +
      circle(lampX + 92, lampTop + 30, 150, { fill: ids.url('lamp') }) +
      path(`M${num(lampX + 68)} ${num(lampTop + 3)}h48l-10 12h-28z`, { fill: '#0b1a1f' }) +
      circle(lampX + 92, lampTop + 17, 8, { fill: '#fff1d0' }),
  }
}

function houses(random: () => number, width: number, y: number): string {
  let [walls, roofs, lit, unlit] = ['', '', '', '']
  for (let x = -30; x < width;) {
    const house = 92 + random() * 50
    const eaves = y - (78 + random() * 42)
    const gable = eaves - house * 0.34
    walls += `M${num(x)} ${num(y)}V${num(eaves)}L${num(x + house / 2)} ${num(gable)}L${num(x + house)} ${num(eaves)}V${num(y)}Z`
    roofs += `M${num(x - 6)} ${num(eaves + 4)}L${num(x + house / 2)} ${num(gable - 4)}L${num(x + house + 6)} ${num(eaves + 4)}`
    for (const share of [0.2, 0.6]) {
      for (const row of [eaves + 12, eaves + 52]) {
        const pane = `M${num(x + house * share)} ${num(row)}h${num(house * 0.2)}v22h-${num(house * 0.2)}z`
        if (random() < 0.45) lit += pane
        else unlit += pane
      }
    }
    x += house + 8
  }
  return (
    path(walls, { fill: '#132a33' }) +
    path(roofs, { fill: 'none', stroke: '#0a1b22', 'stroke-width': 7, 'stroke-linejoin': 'round' }) +
    path(lit, { fill: '#ffcf80', 'fill-opacity': 0.85 }) +
    path(unlit, { fill: '#0b1c24' })
  )
}
