import { PAINTS } from './paints.ts'
import type { PaintName } from './paints.ts'
import { spanGradient, verticalGradient } from './svg.ts'

export const FRAME = [0, 0, 800, 600] as const

export function paintGradients(paint: PaintName): string {
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
