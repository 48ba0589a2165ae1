import type { Damage } from '../server/seed/demo-damage.ts'
import { createRandom } from '../server/seed/random.ts'
import { FRAME, paintGradients } from './detail-frame.ts'
import { PAINTS } from './paints.ts'
import type { PaintName } from './paints.ts'
import { ellipse, num, path, radialGradient, rect, stroke, svgFile, tag } from './svg.ts'

/** Draws damage to the paint, with a ruler that shows its size. */
export function damagePicture(paint: PaintName, damage: Damage): string {
  const { light, dark, isPale } = PAINTS[paint]
  const marks = { scratch: scratches, dent, chip: chips }[damage](paint)
  return svgFile(FRAME, `${damage} in ${paint} paint, drawn`, {
    defs:
      paintGradients(paint) +
      radialGradient(
        'dent',
        [
          [0, dark, isPale ? 0.75 : 0.9],
          [0.6, dark, 0.3],
          [1, dark, 0],
        ],
        { cx: 0.46, cy: 0.36, r: 0.6 },
      ),
    shapes:
      rect(0, 0, 800, 600, { fill: 'url(#body)' }) +
      stroke('M0 96C260 70 560 74 800 110', light, 9, { 'stroke-opacity': 0.6 }) +
      stroke('M0 120C260 94 560 98 800 134', dark, 5, { 'stroke-opacity': 0.5 }) +
      stroke('M690 0C664 190 664 420 694 600', '#000', 4, { 'stroke-opacity': 0.5 }) +
      stroke('M696 0C670 190 670 420 700 600', light, 2, { 'stroke-opacity': 0.5 }) +
      marks +
      ruler(),
  })
}

function scratches(paint: PaintName): string {
  const color = PAINTS[paint].isPale ? '#6d7781' : '#e6ecef'
  const { dark } = PAINTS[paint]
  const long = 'M170 360C280 330 420 300 560 248'
  return (
    stroke(long, dark, 7, { 'stroke-linecap': 'round', 'stroke-opacity': 0.7 }) +
    stroke(long, color, 3, { 'stroke-linecap': 'round' }) +
    stroke('M230 372C320 346 400 326 500 292M300 318C360 304 430 284 474 264', color, 1.6, {
      'stroke-linecap': 'round',
      'stroke-opacity': 0.8,
    }) +
    stroke('M150 366L186 356M548 254L582 238', color, 1.2, { 'stroke-opacity': 0.7 })
  )
}

function dent(paint: PaintName): string {
  const { light } = PAINTS[paint]
  return (
    ellipse(370, 296, 132, 84, { fill: 'url(#dent)' }) +
    stroke('M262 338C310 384 440 380 486 314', light, 7, {
      'stroke-linecap': 'round',
      'stroke-opacity': 0.75,
    }) +
    stroke('M300 250C340 236 400 236 440 254', '#000', 4, {
      'stroke-linecap': 'round',
      'stroke-opacity': 0.22,
    })
  )
}

function chips(paint: PaintName): string {
  const random = createRandom(paint.length * 97 + 11)
  const { isPale, dark } = PAINTS[paint]
  return Array.from({ length: 7 }, (_, i) => {
    const [x, y, r] = [210 + random() * 340, 200 + random() * 190, i === 0 ? 15 : 4 + random() * 6]
    const corners = Array.from({ length: 7 }, (_corner, c) => {
      const [angle, reach] = [(c * Math.PI * 2) / 7, r * (0.7 + random() * 0.6)]
      return `${num(x + reach * Math.cos(angle))} ${num(y + reach * Math.sin(angle))}`
    })
    return path(`M${corners.join('L')}Z`, {
      fill: isPale ? '#59636c' : '#c6ced5',
      stroke: dark,
      'stroke-width': 2,
      'stroke-linejoin': 'round',
    })
  }).join('')
}

function ruler(): string {
  const ticks = Array.from(
    { length: 41 },
    (_, i) => `M${90 + i * 15} 470V${i % 8 === 0 ? 502 : i % 4 === 0 ? 492 : 484}`,
  )
  const figures = [1, 2, 3, 4].map((inch) =>
    tag(
      'text',
      {
        x: 90 + inch * 120,
        y: 530,
        'font-family': 'Figtree, Arial, sans-serif',
        'font-size': 26,
        'font-weight': 700,
        'text-anchor': 'middle',
        fill: '#241500',
      },
      String(inch),
    ),
  )
  return (
    rect(72, 476, 636, 76, { rx: 8, fill: '#000', 'fill-opacity': 0.28 }) +
    rect(72, 468, 636, 76, { rx: 8, fill: '#ffd592', stroke: '#a26b12', 'stroke-width': 2 }) +
    stroke(ticks.join(''), '#241500', 2.2) +
    figures.join('')
  )
}
