import { FRAME, paintGradients } from './detail-frame.ts'
import { PAINTS } from './paints.ts'
import type { PaintName } from './paints.ts'
import { circle, path, radialGradient, rect, stroke, svgFile } from './svg.ts'

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
