import { fairPrice, meeting, payment, smallCar, softShadow } from './offers.ts'
import { amber, amberSoft, line, petrol, white } from './palette.ts'
import { circle, group, path, rect, stroke, svgFile, verticalGradient } from './svg.ts'
import type { Drawing } from './svg.ts'

const WIDTH = 640
const HEIGHT = 320
const FLOOR = 250

/** The four pictures of the home page's film, in the order in which a car is bought. */
export function filmFiles(): string[] {
  return [
    beat('One car found among many', find()),
    beat('A car and its price among others', moved(fairPrice())),
    beat('A payment card with a lock', moved(payment())),
    beat('A car in front of a house, and its key', withKey(moved(meeting()))),
  ]
}

function beat(title: string, drawing: Drawing): string {
  const night: Drawing = {
    defs: verticalGradient('night', [
      [0, '#0c1a33'],
      [1, '#2c4a5c'],
    ]),
    shapes:
      rect(0, 0, WIDTH, HEIGHT, { fill: 'url(#night)' }) +
      circle(WIDTH / 2, 158, 132, { fill: '#ffd28a', 'fill-opacity': 0.12 }) +
      circle(WIDTH / 2, 158, 156, {
        fill: 'none',
        stroke: '#ffd28a',
        'stroke-width': 2,
        'stroke-opacity': 0.16,
      }) +
      rect(0, FLOOR - 22, WIDTH, HEIGHT - FLOOR + 22, { fill: '#1a2126' }),
  }
  return svgFile([0, 0, WIDTH, HEIGHT], title, night, drawing)
}

/** A tile's drawing in the middle of a beat, its floor on the beat's. */
function moved({ defs, shapes }: Drawing): Drawing {
  return { defs, shapes: group({ transform: 'translate(102 21) scale(0.9)' }, shapes) }
}

/** Three results, the one in the middle under the glass. */
function find(): Drawing {
  const car = smallCar('coupe', 'teal', 0, 132, 0)
  const card = (x: number, y: number, lifted: boolean) =>
    rect(x, y, 168, 150, { rx: 12, fill: white, 'fill-opacity': lifted ? 1 : 0.62 }) +
    rect(x + 10, y + 10, 148, 80, { rx: 8, fill: lifted ? amberSoft : '#c9d6da' }) +
    rect(x + 14, y + 104, lifted ? 96 : 80, 9, { rx: 4.5, fill: lifted ? petrol : '#8fa3a8' }) +
    rect(x + 14, y + 122, 54, 9, { rx: 4.5, fill: lifted ? amber : line })
  const parked = (x: number, y: number) => `<use href="#found" transform="translate(${x} ${y})"/>`
  const glass =
    circle(0, 0, 40, { fill: white, 'fill-opacity': 0.16, stroke: white, 'stroke-width': 9 }) +
    stroke('M29 29l34 34', white, 13, { 'stroke-linecap': 'round' })
  return {
    defs: car.defs + group({ id: 'found' }, car.shapes),
    shapes:
      softShadow(320, 262, 230) +
      card(48, 92, false) +
      parked(66, 172) +
      card(424, 92, false) +
      parked(442, 172) +
      card(236, 74, true) +
      parked(254, 156) +
      group({ transform: 'translate(392 168)' }, glass),
  }
}

function withKey({ defs, shapes }: Drawing): Drawing {
  const key =
    circle(0, 0, 24, { fill: 'none', stroke: amber, 'stroke-width': 11 }) +
    path('M22 -6h76v30h-14v-14h-14v14h-14v-14h-34z', { fill: amber })
  return {
    defs,
    shapes: shapes + group({ transform: 'translate(524 132) rotate(24)' }, key),
  }
}
