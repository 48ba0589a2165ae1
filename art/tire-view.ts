import type { Wear } from '../server/seed/demo-photos.ts'
import { FRAME, paintGradients } from './detail-frame.ts'
import { PAINTS } from './paints.ts'
import type { PaintName } from './paints.ts'
import { ellipse, group, createIds, num, path, radialGradient, rect, stroke, svgFile } from './svg.ts'
import { wheel } from './wheels.ts'
import type { RimFinish, WheelStyle } from './wheels.ts'

/** Half the width of the turned wheel in the drawing, and how far its tread reaches to the right. */
const TURNED = 0.72

const TREAD = 150

/** Draws a front wheel turned to the left, which shows the tread of the tire. */
export function tirePicture(paint: PaintName, style: WheelStyle, rim: RimFinish, wear: Wear): string {
  const ids = createIds('w')
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
