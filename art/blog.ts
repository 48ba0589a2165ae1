import { BODIES } from './bodies.ts'
import { amber, amberSoft, ink, petrol, petrolDark, petrolLight, petrolSoft, white } from './palette.ts'
import type { PaintName } from './paints.ts'
import { sideView } from './side-view.ts'
import { circle, group, path, rect, stroke, svgFile } from './svg.ts'
import type { Drawing } from './svg.ts'

/** One picture for each article, in the page's order. */
export function blogPictures(): string[] {
  return [
    page('Parts that share one store', petrolSoft, sharedState()),
    page('A shape that inherits from another', amberSoft, inheritance()),
    page('A grid of passing tests, one failing', '#e3edfb', unitTests()),
    page('Three structures side by side', '#f0e8f7', comparison()),
  ]
}

function page(title: string, wall: string, drawing: Drawing): string {
  const back: Drawing = { defs: '', shapes: rect(0, 0, 640, 360, { fill: wall }) }
  return svgFile([0, 0, 640, 360], title, back, drawing)
}

function sharedState(): Drawing {
  const leaves = [
    [110, 84],
    [110, 276],
    [530, 84],
    [530, 276],
    [320, 318],
  ] as const
  const wires = leaves.map(([x, y]) => `M320 176Q${(x + 320) / 2} ${y} ${x} ${y}`)
  return {
    defs: '',
    shapes:
      stroke(wires.join(''), petrolLight, 5, { 'stroke-dasharray': '2 12', 'stroke-linecap': 'round' }) +
      leaves
        .map(
          ([x, y]) =>
            rect(x - 58, y - 34, 116, 68, { rx: 14, fill: white }) +
            rect(x - 40, y - 14, 58, 9, { rx: 4.5, fill: petrolLight }) +
            rect(x - 40, y + 6, 80, 9, { rx: 4.5, fill: petrolSoft }) +
            circle(x + 40, y - 16, 7, { fill: amber }),
        )
        .join('') +
      circle(320, 164, 82, { fill: petrol }) +
      [126, 164, 202]
        .map((y) =>
          path(`M272 ${y - 10}a48 14 0 0 0 96 0v20a48 14 0 0 1 -96 0z`, {
            fill: white,
            'fill-opacity': 0.92,
          }),
        )
        .join('') +
      path('M272 116a48 14 0 1 1 96 0a48 14 0 1 1 -96 0z', { fill: amber }),
  }
}

function inheritance(): Drawing {
  const cars = [
    { paint: 'sand', left: 60, ground: 130, width: 190, prefix: 'x' },
    { paint: 'orange', left: 214, ground: 226, width: 220, prefix: 'y' },
    { paint: 'burgundy', left: 356, ground: 322, width: 250, prefix: 'z' },
  ] as const satisfies readonly {
    paint: PaintName
    left: number
    ground: number
    width: number
    prefix: string
  }[]
  const drawings = cars.map(({ paint, left, ground, width, prefix }) => {
    const zoom = width / (BODIES.hatch.length * 0.15)
    const car = sideView({
      body: 'hatch',
      paint,
      prefix,
      wheelStyle: 'five',
      rim: 'silver',
      left: 0,
      ground: 0,
      scale: 0.15,
    })
    const transform = `translate(${left} ${ground}) scale(${zoom.toFixed(3)})`
    return { defs: car.defs, shapes: group({ transform }, car.shapes) }
  })
  const arrow = (x: number, y: number) =>
    stroke(`M${x} ${y}q-6 66 62 66m-16 -14l18 14l-18 14`, petrolDark, 6, {
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    })
  return {
    defs: drawings.map((drawing) => drawing.defs).join(''),
    shapes:
      circle(520, 90, 54, { fill: '#f9d594' }) +
      arrow(128, 148) +
      arrow(272, 244) +
      drawings.map((drawing) => drawing.shapes).join(''),
  }
}

function unitTests(): Drawing {
  const cells = Array.from({ length: 18 }, (_, i) => {
    const [x, y] = [118 + (i % 6) * 82, 92 + Math.floor(i / 6) * 88]
    const isFailing = i === 9
    const mark = isFailing ? `M${x - 9} ${y - 9}l18 18m0 -18l-18 18` : `M${x - 12} ${y}l8 9l16 -19`
    return (
      rect(x - 33, y - 33, 66, 66, {
        rx: 14,
        fill: isFailing ? '#b3261e' : i % 5 === 2 ? petrolLight : white,
      }) +
      stroke(mark, isFailing ? white : petrol, 6, { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })
    )
  })
  return { defs: '', shapes: cells.join('') }
}

function comparison(): Drawing {
  const column = (x: number, fill: string, content: string) =>
    rect(x - 84, 54, 168, 252, { rx: 20, fill: white }) + rect(x - 84, 54, 168, 16, { rx: 8, fill }) + content
  const tree =
    stroke('M132 128v40M132 168l-42 44M132 168l42 44M132 168v44', petrol, 5) +
    [
      [132, 120],
      [90, 222],
      [132, 222],
      [174, 222],
    ]
      .map(([x, y]) => circle(x!, y!, 15, { fill: petrol }))
      .join('')
  const layers = [0, 1, 2, 3].map((i) =>
    rect(258 + i * 8, 112 + i * 38, 124 - i * 16, 26, { rx: 8, fill: amber, 'fill-opacity': 1 - i * 0.18 }),
  )
  const loop =
    stroke('M508 130a56 56 0 1 1 -40 18m-4 -30l4 32l32 -4', '#5b4a9a', 7, {
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    }) + circle(508, 186, 18, { fill: '#5b4a9a' })
  const score = (x: number, filled: number) =>
    [0, 1, 2, 3, 4]
      .map((i) => circle(x - 44 + i * 22, 274, 7, { fill: ink, 'fill-opacity': i < filled ? 0.75 : 0.15 }))
      .join('')
  return {
    defs: '',
    shapes:
      column(132, petrol, tree + score(132, 4)) +
      column(320, amber, layers.join('') + score(320, 3)) +
      column(508, '#5b4a9a', loop + score(508, 4)),
  }
}
