import { FRAME, paintGradients } from './detail-frame.ts'
import { PAINTS } from './paints.ts'
import type { PaintName } from './paints.ts'
import { circle, path, rect, stroke, svgFile, verticalGradient } from './svg.ts'

/** Draws the engine under the open hood. */
export function enginePicture(paint: PaintName): string {
  return svgFile(FRAME, `Engine of a ${paint} car, drawn`, {
    defs:
      paintGradients(paint) +
      verticalGradient('cover', [
        [0, '#4a535b'],
        [1, '#20252a'],
      ]),
    shapes: bay() + engine() + tanks() + nose(paint),
  })
}

/** Draws the open hood, the fenders, and the strut towers. */
function bay(): string {
  const tower = (x: number) =>
    circle(x, 262, 46, { fill: '#2b3137', stroke: '#4a535b', 'stroke-width': 3 }) +
    circle(x, 262, 18, { fill: '#8b959e' })
  return (
    rect(0, 0, 800, 600, { fill: 'url(#wall)' }) +
    path('M70 0H730L690 130H110Z', { fill: 'url(#dark)' }) +
    path('M130 0H670L646 96H154Z', { fill: '#2b3137' }) +
    stroke('M400 0V96M230 0L250 96M570 0L550 96', '#14181c', 6) +
    path('M20 190Q60 130 130 130H670Q740 130 780 190L800 600H0Z', { fill: 'url(#body)' }) +
    path('M84 200Q94 160 150 160H650Q706 160 716 200L740 520H60Z', {
      fill: '#101317',
      stroke: '#05070a',
      'stroke-width': 8,
    }) +
    path('M110 176H690L700 214H100Z', { fill: '#1d2226' }) +
    tower(150) +
    tower(650)
  )
}

function engine(): string {
  const slots = [0, 1, 2, 3].map((i) => `M${306 + i * 50} 300V400`).join('')
  return (
    stroke('M210 430C170 400 190 330 250 330M550 440C610 430 600 340 560 320', '#07090b', 20, {
      'stroke-linecap': 'round',
    }) +
    box(240, 240, 320, 200, 'url(#cover)') +
    stroke('M262 270H538M262 418H538', '#7d8791', 3, { 'stroke-linecap': 'round' }) +
    stroke(slots, '#14181c', 12, { 'stroke-linecap': 'round' }) +
    stroke(slots, '#59636c', 2, { transform: 'translate(7 0)' }) +
    cap(508, 350, '#f5a524')
  )
}

/** Draws the battery, the coolant tank, and the filler caps around the engine. */
function tanks(): string {
  return (
    box(92, 340, 120, 120, '#262c31') +
    rect(104, 352, 96, 26, { rx: 5, fill: '#3d464d' }) +
    rect(112, 330, 26, 16, { rx: 4, fill: '#c4252f' }) +
    rect(168, 330, 26, 16, { rx: 4, fill: '#59636c' }) +
    box(590, 350, 118, 92, '#e6ecef') +
    path('M592 400H706V432Q706 440 698 440H600Q592 440 592 432Z', {
      fill: '#d98aa0',
      'fill-opacity': 0.75,
    }) +
    cap(648, 352, '#39424a') +
    box(250, 462, 300, 44, '#1d2226') +
    stroke('M270 484H530', '#59636c', 3, { 'stroke-dasharray': '4 5' }) +
    cap(600, 484, '#1d57b0')
  )
}

/** Draws the car's edge in front of the engine, with the hood latch. */
function nose(paint: PaintName): string {
  const { dark } = PAINTS[paint]
  return (
    path('M30 530Q400 500 770 530L790 600H10Z', { fill: 'url(#body)' }) +
    stroke('M36 534Q400 504 764 534', dark, 3) +
    rect(376, 516, 48, 22, { rx: 6, fill: '#14181c' })
  )
}

function box(x: number, y: number, width: number, height: number, fill: string): string {
  return rect(x, y, width, height, { rx: 12, fill, stroke: '#07090b', 'stroke-width': 2 })
}

function cap(x: number, y: number, color: string): string {
  return (
    circle(x, y, 22, { fill: color, stroke: '#07090b', 'stroke-width': 2 }) +
    stroke(`M${x - 12} ${y}H${x + 12}`, '#0b0e11', 4, { 'stroke-linecap': 'round', 'stroke-opacity': 0.6 })
  )
}
