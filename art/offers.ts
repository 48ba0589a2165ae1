import type { BodyName } from './bodies.ts'
import { BODIES } from './bodies.ts'
import { amber, amberSoft, ink, line, petrol, petrolDark, petrolLight, petrolSoft, white } from './palette.ts'
import type { PaintName } from './paints.ts'
import { PEOPLE, portraitDrawing } from './people.ts'
import { sideView } from './side-view.ts'
import { circle, clip, ellipse, group, path, rect, spanGradient, stroke, svgFile } from './svg.ts'
import type { Drawing } from './svg.ts'

const WIDTH = 480
const HEIGHT = 320
const FLOOR = 262

/** The 'What we offer' tiles: file name without ending → SVG. */
export function offerFiles(): Map<string, string> {
  return new Map([
    ['inspected', tile('A car and its checklist', petrolTone, inspected())],
    ['price', tile('A car with a price tag', amberTone, fairPrice())],
    ['payment', tile('A payment card with a lock', skyTone, payment())],
    ['verified', tile('A seller with a check mark', sageTone, verified())],
    ['meeting', tile('A car in front of a house', duskTone, meeting())],
    ['support', tile('Two speech bubbles', roseTone, support())],
  ])
}

type Tone = readonly [wall: string, glow: string, floor: string]

const petrolTone: Tone = ['#d9efeb', '#a9d8d0', '#bfe0da']
const amberTone: Tone = ['#fdf0d8', '#f9d594', '#f3dcb0']
const skyTone: Tone = ['#e1edfa', '#b4d0f0', '#cadcf0']
const sageTone: Tone = ['#e6f2e2', '#b9d9ae', '#cfe3c8']
const duskTone: Tone = ['#e6e6f6', '#bcbce6', '#cfd0e6']
const roseTone: Tone = ['#fbe9e4', '#f0c1b4', '#efd4cb']

function tile(title: string, [wall, glow, floor]: Tone, drawing: Drawing): string {
  const ground: Drawing = {
    defs: '',
    shapes:
      rect(0, 0, WIDTH, HEIGHT, { fill: wall }) +
      circle(WIDTH / 2, 156, 126, { fill: glow, 'fill-opacity': 0.75 }) +
      circle(WIDTH / 2, 156, 146, { fill: 'none', stroke: glow, 'stroke-width': 2, 'stroke-opacity': 0.7 }) +
      rect(0, FLOOR - 26, WIDTH, HEIGHT - FLOOR + 26, { fill: floor }),
  }
  return svgFile([0, 0, WIDTH, HEIGHT], title, ground, drawing)
}

/** A car whose wheels stand on the tile's floor, `width` pixels long. */
export function smallCar(
  body: BodyName,
  paint: PaintName,
  left: number,
  width: number,
  ground = FLOOR,
): Drawing {
  const zoom = width / (BODIES[body].length * 0.15)
  const car = sideView({ body, paint, wheelStyle: 'five', rim: 'silver', left: 0, ground: 0, scale: 0.15 })
  const transform = `translate(${left} ${ground}) scale(${zoom.toFixed(3)})`
  return { defs: car.defs, shapes: group({ transform }, car.shapes) }
}

function tick(x: number, y: number, size: number, colour: string): string {
  return stroke(
    `M${x - size} ${y}l${size * 0.7} ${size * 0.75}l${size * 1.3} -${size * 1.5}`,
    colour,
    size * 0.5,
    {
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    },
  )
}

function tickBadge(x: number, y: number, r: number, fill: string): string {
  return circle(x, y, r, { fill, stroke: white, 'stroke-width': 5 }) + tick(x, y, r * 0.44, white)
}

export function softShadow(x: number, y: number, rx: number): string {
  return ellipse(x, y, rx, 9, { fill: '#000', 'fill-opacity': 0.16 })
}

function inspected(): Drawing {
  const car = smallCar('hatch', 'teal', 28, 300)
  const rows = [0, 1, 2, 3].map((i) => {
    const y = 122 + i * 32
    return (
      circle(358, y, 10, { fill: i < 3 ? petrol : white, stroke: petrol, 'stroke-width': 2.5 }) +
      (i < 3 ? tick(358, y, 4.4, white) : '') +
      rect(376, y - 4, i % 2 ? 44 : 58, 8, { rx: 4, fill: i < 3 ? '#9fb6b3' : line })
    )
  })
  return {
    defs: car.defs,
    shapes:
      car.shapes +
      softShadow(390, 272, 70) +
      rect(328, 76, 128, 190, { rx: 14, fill: petrolDark }) +
      rect(337, 90, 110, 167, { rx: 7, fill: white }) +
      rect(366, 66, 52, 24, { rx: 8, fill: amber }) +
      rows.join(''),
  }
}

export function fairPrice(): Drawing {
  const car = smallCar('sedan', 'orange', 36, 330)
  const bars = [34, 62, 96, 118, 84, 52, 28].map((height, i) =>
    rect(74 + i * 34, 210 - height, 24, height + 40, {
      rx: 5,
      fill: i === 3 ? amber : white,
      'fill-opacity': 0.85,
    }),
  )
  const tag = 'M0 0l34 -34h88a12 12 0 0 1 12 12v44a12 12 0 0 1 -12 12h-88z'
  const dollar =
    'M97 -11q-4 -8 -14 -8q-13 0 -13 9.500q0 8 13 9.500q14 1.500 14 10q0 10 -14 10q-11 0 -15 -8M83 -27v54'
  return {
    defs: car.defs,
    shapes:
      bars.join('') +
      car.shapes +
      group(
        { transform: 'translate(306 100) rotate(-8)' },
        stroke('M22 0q-34 -20 -46 26', ink, 3, { 'stroke-opacity': 0.55 }) +
          path(tag, { fill: petrol }) +
          circle(24, 0, 8, { fill: amberSoft }) +
          stroke(dollar, white, 6.5, { 'stroke-linecap': 'round' }),
      ),
  }
}

export function payment(): Drawing {
  const card =
    rect(0, 0, 270, 166, { rx: 18, fill: 'url(#card)' }) +
    path('M0 118C80 84 150 150 270 84V148a18 18 0 0 1 -18 18H18a18 18 0 0 1 -18 -18Z', {
      fill: white,
      'fill-opacity': 0.1,
    }) +
    rect(24, 40, 46, 34, { rx: 7, fill: '#f2c979' }) +
    stroke('M24 57h16M54 57h16M40 40v34M54 40v34', '#a97a2c', 1.6) +
    stroke('M84 46q9 11 0 22M92 41q14 16 0 32', white, 3, {
      'stroke-linecap': 'round',
      'stroke-opacity': 0.8,
    }) +
    [0, 1, 2, 3]
      .map((block) =>
        [0, 1, 2, 3].map((dot) => circle(30 + block * 56 + dot * 10, 102, 3.2, { fill: white })).join(''),
      )
      .join('') +
    rect(24, 126, 84, 9, { rx: 4.5, fill: white, 'fill-opacity': 0.75 }) +
    rect(196, 126, 48, 9, { rx: 4.5, fill: white, 'fill-opacity': 0.75 })
  const lock =
    stroke('M-22 -6v-20a22 22 0 0 1 44 0v20', '#3b464b', 10) +
    rect(-36, -10, 72, 60, { rx: 13, fill: amber }) +
    circle(0, 15, 8, { fill: '#5a3a00' }) +
    rect(-3.5, 16, 7, 18, { rx: 3.5, fill: '#5a3a00' })
  return {
    defs: spanGradient(
      'card',
      [0, 0],
      [270, 166],
      [
        [0, '#0f8580'],
        [1, petrolDark],
      ],
    ),
    shapes:
      softShadow(236, 274, 150) +
      group({ transform: 'translate(84 92) rotate(-7)' }, card) +
      group({ transform: 'translate(372 214)' }, lock),
  }
}

function verified(): Drawing {
  const person = portraitDrawing(PEOPLE[2]!)
  return {
    defs: person.defs + clip('round', 'M80 0a80 80 0 1 1 -.1 0z'),
    shapes:
      softShadow(240, 276, 150) +
      rect(92, 58, 296, 206, { rx: 20, fill: white }) +
      rect(92, 58, 296, 56, { rx: 20, fill: petrolSoft }) +
      rect(92, 94, 296, 22, { fill: white }) +
      circle(170, 146, 60, { fill: white }) +
      group(
        { transform: 'translate(116 92) scale(.675)' },
        group({ 'clip-path': 'url(#round)' }, person.shapes),
      ) +
      rect(246, 128, 112, 14, { rx: 7, fill: ink, 'fill-opacity': 0.8 }) +
      rect(246, 156, 84, 10, { rx: 5, fill: line }) +
      rect(116, 222, 150, 10, { rx: 5, fill: line }) +
      rect(116, 240, 110, 10, { rx: 5, fill: line }) +
      [0, 1, 2, 3, 4]
        .map((i) => circle(252 + i * 20, 186, 6.5, { fill: i < 4 ? amber : amberSoft }))
        .join('') +
      tickBadge(214, 190, 24, petrol) +
      rect(292, 216, 72, 28, { rx: 14, fill: petrol }) +
      tick(328, 230, 6, white),
  }
}

export function meeting(): Drawing {
  const car = smallCar('suv', 'blue', 196, 252, 272)
  const window = (x: number, y: number) =>
    rect(x, y, 34, 40, { rx: 3, fill: '#ffe3ad', stroke: '#5d6386', 'stroke-width': 4 }) +
    stroke(`M${x + 17} ${y}v40M${x} ${y + 20}h34`, '#5d6386', 3)
  const house =
    rect(56, 122, 206, 118, { fill: '#f4f1ea' }) +
    path('M36 130L159 44L282 130L270 142L159 66L48 142Z', { fill: '#454b72' }) +
    path('M62 131L159 64L256 131Z', { fill: '#f4f1ea' }) +
    circle(159, 108, 13, { fill: '#ffe3ad', stroke: '#5d6386', 'stroke-width': 4 }) +
    window(80, 150) +
    rect(136, 158, 46, 82, { rx: 4, fill: petrol }) +
    circle(173, 202, 3.4, { fill: amber }) +
    window(204, 150)
  const pin =
    path('M0 0C-10 -22 -34 -38 -34 -64a34 34 0 0 1 68 0C34 -38 10 -22 0 0Z', { fill: amber }) +
    circle(0, -64, 14, { fill: white })
  return {
    defs: car.defs,
    shapes:
      house +
      rect(0, 236, WIDTH, 10, { fill: '#a9add0' }) +
      car.shapes +
      softShadow(384, 158, 20) +
      group({ transform: 'translate(384 156)' }, pin),
  }
}

function support(): Drawing {
  const person = portraitDrawing(PEOPLE[1]!)
  const bubble = (d: string, fill: string) => path(d, { fill })
  return {
    defs: person.defs + clip('round', 'M80 0a80 80 0 1 1 -.1 0z'),
    shapes:
      softShadow(150, 274, 96) +
      circle(150, 168, 90, { fill: white }) +
      group({ transform: 'translate(70 88)' }, group({ 'clip-path': 'url(#round)' }, person.shapes)) +
      stroke('M98 160v-14a52 52 0 0 1 104 0v14', ink, 7, { 'stroke-opacity': 0.85 }) +
      rect(90, 152, 16, 34, { rx: 8, fill: petrolDark }) +
      rect(194, 152, 16, 34, { rx: 8, fill: petrolDark }) +
      stroke('M202 184q-2 22 -34 24', petrolDark, 4, { 'stroke-linecap': 'round' }) +
      circle(166, 208, 6, { fill: petrolDark }) +
      bubble(
        'M270 62h140a18 18 0 0 1 18 18v52a18 18 0 0 1 -18 18h-108l-30 24v-24h-2a18 18 0 0 1 -18 -18v-52a18 18 0 0 1 18 -18z',
        white,
      ) +
      rect(276, 86, 118, 10, { rx: 5, fill: petrolLight }) +
      rect(276, 108, 78, 10, { rx: 5, fill: line }) +
      bubble(
        'M306 184h118a16 16 0 0 1 16 16v36a16 16 0 0 1 -16 16h-6v22l-28 -22h-84a16 16 0 0 1 -16 -16v-36a16 16 0 0 1 16 -16z',
        petrol,
      ) +
      [330, 364, 398].map((x) => circle(x, 218, 8, { fill: white })).join(''),
  }
}
