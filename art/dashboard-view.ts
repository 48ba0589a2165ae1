import type { Cabin, Dashboard } from '../server/seed/demo-photos.ts'
import { FRAME } from './detail-frame.ts'
import { LEATHERS, PLASTIC } from './leathers.ts'
import type { Leather } from './leathers.ts'
import { circle, ellipse, group, path, rect, stroke, svgFile, tag, verticalGradient } from './svg.ts'

/** Draws the driver's place, with the mileage such as `38,012 mi` on the odometer. */
export function dashboardPicture(cabin: Cabin, dashboard: Dashboard, odometer: string): string {
  const leather = LEATHERS[cabin]
  const instruments = dashboard === 'screen' ? screenDash(odometer) : clusterDash(odometer, dashboard)
  const shapes = outside() + dash(leather) + instruments + steeringWheel(leather, dashboard === 'screen')
  return svgFile(FRAME, `Dashboard, the odometer reads ${odometer}, drawn`, {
    defs: dashGradients(leather),
    shapes,
  })
}

function dashGradients({ base, light, dark }: Leather): string {
  return (
    verticalGradient('sky', [
      [0, '#8fc4ea'],
      [1, '#e3f1f9'],
    ]) +
    verticalGradient('top', [
      [0, '#2a2f35'],
      [1, '#101317'],
    ]) +
    verticalGradient('pad', [
      [0, light],
      [0.3, base],
      [1, dark],
    ]) +
    verticalGradient('glass', [
      [0, '#0d1822'],
      [1, '#050a0f'],
    ]) +
    verticalGradient('rim', [
      [0, '#3d444b'],
      [1, '#14171a'],
    ])
  )
}

/** Draws the street behind the windshield, its pillars, and the inside mirror. */
function outside(): string {
  const trees =
    'M0 172C60 140 120 160 170 146C240 126 300 164 380 150C470 134 540 166 620 148C700 132 750 150 800 140V240H0Z'
  return (
    rect(0, 0, 800, 260, { fill: 'url(#sky)' }) +
    path(trees, { fill: '#7fa08c' }) +
    path('M0 190H800V260H0Z', { fill: '#9aa5ac' }) +
    path('M392 190L408 190L440 260L360 260Z', { fill: '#f2f4f5', 'fill-opacity': 0.7 }) +
    path('M0 0H58L0 150Z', { fill: '#20252a' }) +
    path('M800 0H742L800 150Z', { fill: '#20252a' }) +
    path('M0 0H800V26Q400 52 0 26Z', { fill: '#2b3137' }) +
    rect(352, 44, 108, 34, { rx: 12, fill: PLASTIC }) +
    rect(358, 49, 96, 24, { rx: 8, fill: '#6d8494' }) +
    rect(402, 26, 8, 20, { fill: PLASTIC })
  )
}

function dash({ strip, seam }: Leather): string {
  const top = 'M0 226C140 196 260 200 400 204C560 208 680 200 800 222V340H0Z'
  const pad = 'M0 318C180 300 560 300 800 316V600H0Z'
  const vent = (x: number, y: number) =>
    rect(x, y, 96, 30, { rx: 9, fill: '#0b0e11', stroke: '#5c666f', 'stroke-width': 1.6 }) +
    stroke(`M${x + 8} ${y + 10}H${x + 88}M${x + 8} ${y + 20}H${x + 88}`, '#444d55', 2.4)
  return (
    path(top, { fill: 'url(#top)' }) +
    stroke('M0 228C140 198 260 202 400 206C560 210 680 202 800 224', '#59636c', 2, {
      'stroke-opacity': 0.8,
    }) +
    path(pad, { fill: 'url(#pad)' }) +
    stroke('M0 330C180 312 560 312 800 328', seam, 1.8, {
      'stroke-dasharray': '7 4',
      'stroke-opacity': 0.8,
    }) +
    path('M452 404C560 396 690 400 800 408V424C690 416 560 412 452 420Z', { fill: strip }) +
    vent(686, 346) +
    stroke('M640 452Q720 446 790 452V540Q720 548 640 540Z', '#000', 1.6, { 'stroke-opacity': 0.35 }) +
    rect(700, 464, 34, 8, { rx: 4, fill: '#0b0e11', 'fill-opacity': 0.6 }) +
    path('M440 470Q540 452 632 470L662 600H420Z', { fill: PLASTIC }) +
    stroke('M440 470Q540 452 632 470', '#59636c', 1.6)
  )
}

function label(x: number, y: number, size: number, text: string, color = '#eaf4f8'): string {
  return tag(
    'text',
    {
      x,
      y,
      'font-family': 'Figtree, Arial, sans-serif',
      'font-size': size,
      'font-weight': 700,
      'text-anchor': 'middle',
      fill: color,
    },
    text,
  )
}

/** Draws the instruments behind the steering wheel, and a smaller screen in the middle. */
function clusterDash(odometer: string, dashboard: Dashboard): string {
  const hood = 'M58 372C64 262 120 238 240 236C360 238 416 262 422 372L408 436H72Z'
  return (
    path(hood, { fill: '#1a1f24', stroke: '#07090b', 'stroke-width': 2 }) +
    path('M80 372C86 282 134 258 240 256C346 258 394 282 400 372L392 430H88Z', { fill: 'url(#glass)' }) +
    (dashboard === 'digital' ? digitalGauges() : dial(152, 336) + dial(328, 336)) +
    odometerField(240, 406, odometer) +
    centerScreen() +
    climate()
  )
}

function odometerField(x: number, y: number, odometer: string): string {
  return (
    rect(x - 84, y - 26, 168, 38, { rx: 8, fill: '#0a141b', stroke: '#2f6f76', 'stroke-width': 1.4 }) +
    label(x, y + 2, 26, odometer)
  )
}

function dial(x: number, y: number): string {
  const marks = Array.from({ length: 13 }, (_, i) => {
    const angle = ((150 + i * 20) * Math.PI) / 180
    const at = (r: number) =>
      `${(x + r * Math.cos(angle)).toFixed(1)} ${(y + r * Math.sin(angle)).toFixed(1)}`
    return `M${at(44)}L${at(i % 3 ? 49 : 52)}`
  })
  return (
    circle(x, y, 58, { fill: '#10161b', stroke: '#b4bdc7', 'stroke-width': 2 }) +
    stroke(marks.join(''), '#e3ebf0', 2) +
    stroke(`M${x} ${y}L${x - 37} ${y + 21}`, '#ff5a4f', 3, { 'stroke-linecap': 'round' }) +
    circle(x, y, 8, { fill: '#2b3238', stroke: '#59636c' })
  )
}

function digitalGauges(): string {
  const arc = (x: number, color: string) =>
    stroke(`M${x - 40} 366A50 50 0 1 1 ${x + 40} 366`, '#1f3340', 8, { 'stroke-linecap': 'round' }) +
    stroke(`M${x - 40} 366A50 50 0 0 1 ${x - 30} 300`, color, 8, { 'stroke-linecap': 'round' })
  return (
    arc(150, '#3cc9bb') +
    arc(330, '#ffbe55') +
    label(150, 328, 30, 'P') +
    label(330, 326, 24, '72°') +
    path('M226 370L236 280H244L254 370Z', { fill: '#28404f' })
  )
}

function centerScreen(): string {
  const map = 'M452 330L520 300L566 352L640 318'
  return (
    rect(446, 246, 208, 138, { rx: 10, fill: PLASTIC, stroke: '#3a434b', 'stroke-width': 2 }) +
    rect(454, 254, 192, 122, { rx: 5, fill: '#17303a' }) +
    path('M454 254H520L454 300Z', { fill: '#1f4a45' }) +
    path('M580 376H646V330Z', { fill: '#1c3b5c' }) +
    stroke(map, '#3a5a66', 8) +
    stroke('M470 376L520 300L566 352', '#3cc9bb', 5, {
      'stroke-linejoin': 'round',
      'stroke-linecap': 'round',
    }) +
    circle(566, 352, 7, { fill: '#ffbe55', stroke: '#fff', 'stroke-width': 2 })
  )
}

function climate(): string {
  const knob = (x: number) =>
    circle(x, 442, 20, { fill: '#0d1013', stroke: '#8b959e', 'stroke-width': 2.4 }) +
    stroke(`M${x} 438V426`, '#e3ebf0', 2.4, { 'stroke-linecap': 'round' })
  return (
    knob(486) +
    knob(600) +
    rect(516, 430, 54, 24, { rx: 5, fill: '#0a141b' }) +
    label(543, 448, 16, '70°', '#8fe7dc') +
    path('M528 600L532 532Q543 520 554 532L558 600Z', { fill: '#0b0e11' }) +
    rect(522, 506, 42, 44, { rx: 14, fill: '#2b3238', stroke: '#8b959e', 'stroke-width': 1.6 })
  )
}

/** Draws one large screen in the middle, which also holds the odometer. */
function screenDash(odometer: string): string {
  const car =
    'M500 352C512 330 530 322 556 320C572 306 590 300 612 302C636 304 652 316 664 326C682 330 690 338 692 352Z'
  return (
    rect(452, 240, 306, 204, { rx: 12, fill: PLASTIC, stroke: '#4a545d', 'stroke-width': 2 }) +
    rect(460, 248, 290, 188, { rx: 6, fill: '#eef3f5' }) +
    path('M624 248H744Q750 248 750 254V430Q750 436 744 436H624Z', { fill: '#cfe0e2' }) +
    stroke('M640 436L676 360L720 300L712 248', '#fff', 10) +
    stroke('M676 360L750 384', '#fff', 7) +
    group(
      { transform: 'translate(170 96) scale(.62)' },
      path(car, { fill: '#97a4ae' }) +
        circle(536, 352, 15, { fill: '#2b3238' }) +
        circle(656, 352, 15, { fill: '#2b3238' }) +
        path('M562 322C578 310 598 306 616 308C632 310 642 318 648 324Z', { fill: '#4c5b67' }),
    ) +
    label(486, 280, 20, 'P', '#0e1a1d') +
    label(540, 350, 15, 'Odometer', '#4b5b60') +
    label(540, 382, 29, odometer, '#0e1a1d') +
    rect(484, 404, 112, 14, { rx: 7, fill: '#c8d3d7' }) +
    rect(484, 404, 84, 14, { rx: 7, fill: '#146c43' }) +
    path('M528 600L532 548H576L580 600Z', { fill: '#0b0e11' })
  )
}

function steeringWheel({ light, seam }: Leather, isScreen: boolean): string {
  const rim = { rx: 222, ry: 214 }
  const hub = 'M150 566C160 504 196 476 240 476C284 476 320 504 330 566L322 620H158Z'
  return (
    ellipse(240, 554, rim.rx, rim.ry, { fill: 'none', stroke: '#0b0d0f', 'stroke-width': 40 }) +
    ellipse(240, 554, rim.rx, rim.ry, { fill: 'none', stroke: 'url(#rim)', 'stroke-width': 34 }) +
    stroke('M42 458A222 214 0 0 1 438 458', light, 3, { 'stroke-opacity': 0.5 }) +
    stroke('M29 530A212 204 0 0 1 451 530', seam, 1.4, { 'stroke-dasharray': '5 4', 'stroke-opacity': 0.6 }) +
    path('M34 560L160 528V600H40Z', { fill: '#22272c' }) +
    path('M446 560L320 528V600H440Z', { fill: '#22272c' }) +
    path(hub, { fill: '#1b2024', stroke: '#3d454c', 'stroke-width': 2 }) +
    circle(240, 540, 24, { fill: '#262c31', stroke: '#565f67', 'stroke-width': 1.6 }) +
    (isScreen
      ? circle(112, 562, 13, { fill: '#4a535b' }) + circle(368, 562, 13, { fill: '#4a535b' })
      : rect(92, 552, 44, 18, { rx: 6, fill: '#39424a' }) +
        rect(344, 552, 44, 18, { rx: 6, fill: '#39424a' }))
  )
}
