import type { Opening } from '../server/seed/demo-photos.ts'
import { FRAME, paintGradients } from './detail-frame.ts'
import { PAINTS } from './paints.ts'
import type { PaintName } from './paints.ts'
import { path, rect, stroke, svgFile, verticalGradient } from './svg.ts'

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
