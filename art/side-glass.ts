import { BLACK_PART } from './looks.ts'
import type { SideCar } from './side-car.ts'
import { clip, group, num, path, rect, spanGradient, stroke } from './svg.ts'
import type { Drawing } from './svg.ts'

export function glasshouse(car: SideCar): Drawing {
  const { body, trim, frame, ids } = car
  const [front, middle] = [body.beltline[0]!, body.beltline[1]!]
  const windows = `${frame.curve(body.sideGlass)}L${frame.at(middle[0], middle[1])}L${frame.at(front[0], front[1])}Z`
  const top = frame.y(roofHeight(car))
  return {
    defs:
      spanGradient(
        ids.id('glass'),
        [0, top],
        [0, frame.y(middle[1])],
        [
          [0, '#0a1118'],
          [0.5, '#1b2a36'],
          [1, '#42586a'],
        ],
      ) + clip(ids.id('windows'), windows),
    shapes:
      windscreenEdge(car) +
      (body.hasTailgateGlass ? tailgateGlass(car) : '') +
      path(windows, {
        fill: ids.url('glass'),
        stroke: '#0a0d11',
        'stroke-width': 5,
        'stroke-linejoin': 'round',
      }) +
      group({ 'clip-path': ids.url('windows') }, seats(car) + glints(car) + pillars(car)) +
      stroke(frame.curve(body.sideGlass), trim.hasChrome ? '#dfe6ec' : BLACK_PART, 1.2, {
        'stroke-opacity': 0.6,
      }) +
      stroke(frame.line(...body.beltline), trim.hasChrome ? '#eef3f7' : BLACK_PART, 2, {
        'stroke-opacity': 0.85,
      }),
  }
}

/**
 * Returns the index of the roofline's n-th corner: 0 is the cowl, and 1 is the rear end of the roof or trunk.
 */
export function roofCorner({ body }: SideCar, n: 0 | 1): number {
  const cowl = body.roofline.findIndex((point) => point[2])
  return n === 0 ? cowl : body.roofline.findIndex((point, i) => i > cowl && point[2])
}

function roofHeight({ body }: SideCar): number {
  return Math.max(...body.roofline.map(([, y]) => y))
}

function windscreenEdge(car: SideCar): string {
  const cowl = roofCorner(car, 0)
  const edge = car.body.roofline.slice(cowl, cowl + 3)
  const [low, high] = [edge[0]!, edge[2]!]
  const back = `L${car.frame.at(high[0] + 40, high[1] - 50)}L${car.frame.at(low[0] + 150, low[1] + 25)}Z`
  return path(car.frame.curve(edge) + back, { fill: '#1a2732' })
}

function tailgateGlass(car: SideCar): string {
  const { body, frame } = car
  const start = roofCorner(car, 1)
  const [roof, mid, low] = [body.roofline[start]!, body.roofline[start + 1]!, body.roofline[start + 2]!]
  const pane = frame.line(
    [roof[0] + 18, roof[1] - 26],
    [mid[0] - 2, mid[1]],
    [low[0] - 8, low[1] + 14],
    [low[0] - 78, low[1] + 18],
    [mid[0] - 74, mid[1] + 10],
  )
  return path(`${pane}Z`, { fill: '#141d26' })
}

function seats({ body, frame }: SideCar): string {
  const belt = body.beltline[1]![1]
  const shade = { fill: '#05080b', 'fill-opacity': 0.55 }
  return body.seats
    .map((x) => {
      const backrest = `M${frame.at(x, belt - 60)}q4 -22 18 -26l12 2q4 10 0 26z`
      return path(backrest, shade) + rect(frame.x(x + 120), frame.y(belt + 245), 20, 13, { rx: 5, ...shade })
    })
    .join('')
}

function glints(car: SideCar): string {
  const { body, frame } = car
  const y = num(frame.y(roofHeight(car)))
  const glint = (mm: number, width: number) => `M${num(frame.x(mm))} ${y}l-95 120h${width}l95 -120z`
  const first = body.sideGlass[1]![0]
  const d = glint(first + 250, 60) + glint(first + 470, 18) + glint(body.sideGlass.at(-1)![0] - 140, 40)
  return path(d, { fill: '#fff', 'fill-opacity': 0.13 })
}

function pillars(car: SideCar): string {
  const top = roofHeight(car)
  return car.body.pillars
    .map((x) => {
      const post = car.frame.line([x - 34, 0], [x + 42, 0], [x + 22, top], [x - 30, top])
      return path(`${post}Z`, { fill: '#080b0e' })
    })
    .join('')
}
