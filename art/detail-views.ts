import { randomFrom } from '../server/seed/random.ts'
import type { Damage, Opening, Wear } from '../server/seed/demo-shots.ts'
import { PAINTS } from './paints.ts'
import type { PaintName } from './paints.ts'
import {
  circle,
  ellipse,
  group,
  idsWith,
  num,
  path,
  radialGradient,
  rect,
  spanGradient,
  stroke,
  svgFile,
  tag,
  verticalGradient,
} from './svg.ts'
import { wheel } from './wheels.ts'
import type { RimFinish, WheelStyle } from './wheels.ts'

const FRAME = [0, 0, 800, 600] as const

function paintGradients(paint: PaintName): string {
  const { base, light, dark, wallHue } = PAINTS[paint]
  return (
    spanGradient(
      'body',
      [0, 0],
      [0, 600],
      [
        [0, light],
        [0.18, base],
        [0.55, base],
        [1, dark],
      ],
    ) +
    verticalGradient('wall', [
      [0, `hsl(${wallHue} 30% 94%)`],
      [1, `hsl(${wallHue} 22% 80%)`],
    ]) +
    verticalGradient('dark', [
      [0, '#0b0e11'],
      [1, '#23282d'],
    ])
  )
}

/** Draws the luggage compartment, with its lid open. */
export function trunkPicture(paint: PaintName, opening: Opening): string {
  const { dark } = PAINTS[paint]
  const shapes = opening === 'bed' ? bed(dark) : hold(opening, paint)
  return svgFile(FRAME, `${opening === 'bed' ? 'Bed' : 'Trunk'} of a ${paint} car, drawn`, {
    defs:
      paintGradients(paint) +
      verticalGradient('carpet', [
        [0, '#3a4047'],
        [1, '#565e66'],
      ]),
    shapes,
  })
}

function hold(opening: Opening, paint: PaintName): string {
  const { light, dark } = PAINTS[paint]
  const top = opening === 'tall' ? 120 : 216
  const rim = `M150 ${top}H650Q690 ${top} 700 ${top + 40}L728 440H72L100 ${top + 40}Q110 ${top} 150 ${top}Z`
  const back = top + 44
  const lid =
    opening === 'tall'
      ? path('M40 0H760L700 92H100Z', { fill: '#1a1f24' }) +
        path('M110 0H690L650 62H150Z', { fill: '#33424d' })
      : path('M60 0H740L716 150H84Z', { fill: 'url(#body)' }) +
        path('M96 20H704L686 132H114Z', { fill: '#1a1f24' }) +
        rect(360, 104, 80, 20, { rx: 8, fill: '#39424a' })
  const strut = (x: number, to: number) =>
    stroke(`M${x} ${top + 60}L${to} ${opening === 'tall' ? 70 : 110}`, '#59636c', 7, {
      'stroke-linecap': 'round',
    })
  return (
    rect(0, 0, 800, 600, { fill: 'url(#wall)' }) +
    lid +
    path(`M30 ${top + 30}Q60 ${top - 30} 150 ${top - 34}H650Q740 ${top - 30} 770 ${top + 30}L800 600H0Z`, {
      fill: 'url(#body)',
    }) +
    path(rim, { fill: '#0f1316', stroke: '#05070a', 'stroke-width': 12, 'stroke-linejoin': 'round' }) +
    path(`M206 ${back}H594L600 336H200Z`, { fill: '#2b3137' }) +
    stroke(`M400 ${back}V336M330 ${back}V336`, '#14181c', 3) +
    path(`M206 ${back}L140 ${top + 12}L84 432L200 336Z`, { fill: '#20252a' }) +
    path(`M594 ${back}L660 ${top + 12}L716 432L600 336Z`, { fill: '#20252a' }) +
    path('M200 336H600L716 432H84Z', { fill: 'url(#carpet)' }) +
    stroke('M220 350H580L676 424H124Z', '#22272c', 2, { 'stroke-opacity': 0.8 }) +
    rect(366, 378, 68, 14, { rx: 6, fill: '#22272c' }) +
    rect(640, top + 66, 26, 12, { rx: 4, fill: '#fff3d6' }) +
    strut(126, 104) +
    strut(674, 696) +
    path('M60 440H740L752 470H48Z', { fill: '#14181c' }) +
    stroke('M64 442H736', '#b4bdc7', 3, { 'stroke-opacity': 0.6 }) +
    stroke('M20 500Q400 476 780 500', light, 4, { 'stroke-opacity': 0.5 }) +
    stroke('M10 560Q400 536 790 560', dark, 3, { 'stroke-opacity': 0.7 })
  )
}

function bed(dark: string): string {
  const ribs = [-3, -2, -1, 0, 1, 2, 3].map((i) => `M${400 + i * 44} 330L${400 + i * 86} 470`).join('')
  return (
    rect(0, 0, 800, 600, { fill: 'url(#wall)' }) +
    path('M190 40H610L650 190H150Z', { fill: 'url(#body)' }) +
    path('M230 62H570L596 166H204Z', { fill: '#1d2a35' }) +
    path('M270 62H330L284 166H232Z', { fill: '#fff', 'fill-opacity': 0.12 }) +
    path('M60 210L170 186H630L740 210L790 500H10Z', { fill: 'url(#body)' }) +
    path('M112 226H688L716 474H84Z', { fill: '#14181c' }) +
    path('M206 226H594L566 330H234Z', { fill: '#23292e' }) +
    path('M112 226H206L234 330L84 474Z', { fill: '#2b3137' }) +
    path('M688 226H594L566 330L716 474Z', { fill: '#2b3137' }) +
    path('M234 330H566L716 474H84Z', { fill: 'url(#carpet)' }) +
    stroke(ribs, '#2b3137', 5) +
    rect(40, 482, 720, 84, { rx: 8, fill: 'url(#body)' }) +
    stroke('M40 486H760', dark, 3) +
    rect(350, 506, 100, 24, { rx: 8, fill: '#14181c' })
  )
}

/** Half the width of the turned wheel in the drawing, and how far its tread reaches to the right. */
const TURNED = 0.72
const TREAD = 150

/** Draws a front wheel turned to the left, which shows the tread of the tire. */
export function tirePicture(paint: PaintName, style: WheelStyle, rim: RimFinish, wear: Wear): string {
  const ids = idsWith('w')
  const roller = wheel(ids, 236, style, rim, '#3a4149')
  const [x, y] = [300, 338]
  return svgFile(FRAME, `Front tire of a ${paint} car, ${wear}, drawn`, {
    defs:
      paintGradients(paint) +
      roller.defs +
      radialGradient('shade', [
        [0, '#000', 0.6],
        [1, '#000', 0],
      ]),
    shapes:
      rect(0, 0, 800, 600, { fill: '#14181c' }) +
      rect(0, 540, 800, 60, { fill: '#7d868d' }) +
      fender(paint) +
      ellipse(x + 70, 572, 300, 26, { fill: 'url(#shade)' }) +
      treadBand(x, y, wear) +
      group({ transform: `translate(${x} ${y}) scale(${TURNED} 1)` }, roller.shapes),
  })
}

function fender(paint: PaintName): string {
  const { light, dark } = PAINTS[paint]
  return (
    path('M0 0H800V520H722L720 470C720 250 590 66 372 66C150 66 34 250 30 470V520H0Z', {
      fill: 'url(#body)',
    }) +
    path('M720 470C720 250 590 66 372 66C150 66 34 250 30 470V540H720Z', { fill: '#0a0c0e' }) +
    stroke('M720 470C720 250 590 66 372 66C150 66 34 250 30 470', light, 4, { 'stroke-opacity': 0.7 }) +
    stroke('M0 34Q400 10 800 40', light, 5, { 'stroke-opacity': 0.55 }) +
    stroke('M0 50Q400 26 800 56', dark, 3, { 'stroke-opacity': 0.5 })
  )
}

const GROOVES: Record<Wear, number> = { new: 9, good: 6.5, worn: 3 }

function treadBand(x: number, y: number, wear: Wear): string {
  const [rx, ry] = [236 * TURNED, 236]
  const edge = (shift: number) =>
    `M${num(x + shift)} ${y - ry}A${num(rx)} ${ry} 0 0 1 ${num(x + shift)} ${y + ry}`
  const at = (shift: number, degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    return `${num(x + shift + rx * Math.cos(angle))} ${num(y + ry * Math.sin(angle))}`
  }
  const step = wear === 'worn' ? 12 : 7
  const angles = Array.from({ length: Math.floor(172 / step) }, (_, i) => -86 + i * step)
  const blocks = angles.flatMap((angle) => [
    `M${at(14, angle)}L${at(42, angle + 3)}`,
    `M${at(52, angle + 2)}L${at(88, angle - 2)}`,
    `M${at(98, angle)}L${at(TREAD - 8, angle + 4)}`,
  ])
  return (
    path(`${edge(TREAD)}L${x} ${y + ry}V${y - ry}Z`, { fill: '#1c2024' }) +
    path(`${edge(TREAD)}L${x} ${y + ry}V${y - ry}Z`, { fill: 'url(#dark)', 'fill-opacity': 0.35 }) +
    stroke(blocks.join(''), '#07090b', wear === 'worn' ? 1.4 : 3) +
    stroke([47, 93].map(edge).join(''), '#050607', GROOVES[wear]) +
    stroke([47 - GROOVES[wear] / 2, 93 - GROOVES[wear] / 2].map(edge).join(''), '#3d444b', 1) +
    stroke(edge(8), '#2f353b', 3) +
    stroke(edge(TREAD), '#343b41', 2)
  )
}

/** Draws the engine under the open hood. */
export function enginePicture(paint: PaintName): string {
  const { dark } = PAINTS[paint]
  const box = (x: number, y: number, width: number, height: number, fill: string) =>
    rect(x, y, width, height, { rx: 12, fill, stroke: '#07090b', 'stroke-width': 2 })
  const slots = [0, 1, 2, 3].map((i) => `M${306 + i * 50} 300V400`).join('')
  const cap = (x: number, y: number, color: string) =>
    circle(x, y, 22, { fill: color, stroke: '#07090b', 'stroke-width': 2 }) +
    stroke(`M${x - 12} ${y}H${x + 12}`, '#0b0e11', 4, { 'stroke-linecap': 'round', 'stroke-opacity': 0.6 })
  const tower = (x: number) =>
    circle(x, 262, 46, { fill: '#2b3137', stroke: '#4a535b', 'stroke-width': 3 }) +
    circle(x, 262, 18, { fill: '#8b959e' })
  return svgFile(FRAME, `Engine of a ${paint} car, drawn`, {
    defs:
      paintGradients(paint) +
      verticalGradient('cover', [
        [0, '#4a535b'],
        [1, '#20252a'],
      ]),
    shapes:
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
      tower(650) +
      stroke('M210 430C170 400 190 330 250 330M550 440C610 430 600 340 560 320', '#07090b', 20, {
        'stroke-linecap': 'round',
      }) +
      box(240, 240, 320, 200, 'url(#cover)') +
      stroke('M262 270H538M262 418H538', '#7d8791', 3, { 'stroke-linecap': 'round' }) +
      stroke(slots, '#14181c', 12, { 'stroke-linecap': 'round' }) +
      stroke(slots, '#59636c', 2, { transform: 'translate(7 0)' }) +
      cap(508, 350, '#f5a524') +
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
      cap(600, 484, '#1d57b0') +
      path('M30 530Q400 500 770 530L790 600H10Z', { fill: 'url(#body)' }) +
      stroke('M36 534Q400 504 764 534', dark, 3) +
      rect(376, 516, 48, 22, { rx: 6, fill: '#14181c' }),
  })
}

/** Draws the open charge port of an electric car. */
export function portPicture(paint: PaintName): string {
  const { light, dark } = PAINTS[paint]
  const pin = (x: number, y: number, r: number) =>
    circle(x, y, r, { fill: '#07090b', stroke: '#59636c', 'stroke-width': 3 }) +
    circle(x, y, r * 0.42, { fill: '#b4bdc7' })
  return svgFile(FRAME, `Charge port of a ${paint} car, drawn`, {
    defs:
      paintGradients(paint) +
      radialGradient('glow', [
        [0.7, '#3cc9bb', 0.7],
        [1, '#3cc9bb', 0],
      ]),
    shapes:
      rect(0, 0, 800, 600, { fill: 'url(#body)' }) +
      stroke('M0 120C260 90 540 90 800 126', light, 7, { 'stroke-opacity': 0.6 }) +
      stroke('M0 140C260 110 540 110 800 146', dark, 4, { 'stroke-opacity': 0.5 }) +
      stroke('M724 0C700 200 700 420 730 600', '#000', 3, { 'stroke-opacity': 0.4 }) +
      path('M196 196Q190 176 168 180L92 204Q74 210 78 232L104 436Q108 456 128 450L204 424Z', {
        fill: dark,
        stroke: '#07090b',
        'stroke-width': 2,
      }) +
      path('M182 208L104 232L126 430L190 408Z', { fill: '#20252a' }) +
      rect(206, 176, 330, 270, { rx: 36, fill: '#0b0e11', stroke: dark, 'stroke-width': 6 }) +
      rect(222, 192, 298, 238, { rx: 26, fill: '#191e23' }) +
      circle(371, 300, 112, { fill: 'url(#glow)' }) +
      circle(371, 300, 88, { fill: '#262c31', stroke: '#7d8791', 'stroke-width': 4 }) +
      circle(371, 300, 74, { fill: '#101317' }) +
      pin(342, 276, 17) +
      pin(400, 276, 17) +
      pin(371, 326, 19) +
      pin(325, 318, 10) +
      pin(417, 318, 10) +
      rect(338, 404, 66, 10, { rx: 5, fill: '#3cc9bb' }) +
      circle(486, 300, 8, { fill: '#3cc9bb' }),
  })
}

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
  const random = randomFrom(paint.length * 97 + 11)
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
