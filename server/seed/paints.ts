import type { Option } from '../../contract/cars/car-choices.ts'

/** The paints of the drawings, with the color names that buyers use. */
export const colorNameByPaint = {
  pearl: 'White',
  silver: 'Silver',
  graphite: 'Gray',
  black: 'Black',
  red: 'Red',
  blue: 'Blue',
  navy: 'Blue',
  green: 'Green',
  teal: 'Green',
  orange: 'Orange',
  sand: 'Beige',
  burgundy: 'Red',
} as const satisfies Record<string, Option<'color'>>

export type Paint = keyof typeof colorNameByPaint
export const paints = Object.keys(colorNameByPaint) as Paint[]
