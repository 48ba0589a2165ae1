/**
 * A car's color under a bright sky: the color itself, its lighter shade facing the sky, and its darker shade
 * facing away.
 */
export interface Paint {
  base: string
  light: string
  dark: string
  /** Hue of a matching studio wall. */
  wallHue: number
  isPale: boolean
}

export const PAINT_NAMES = [
  'pearl',
  'silver',
  'graphite',
  'black',
  'red',
  'blue',
  'navy',
  'green',
  'teal',
  'orange',
  'sand',
  'burgundy',
] as const

export type PaintName = (typeof PAINT_NAMES)[number]

export const PAINTS: Record<PaintName, Paint> = {
  pearl: { base: '#eef1f4', light: '#ffffff', dark: '#a9b3bf', wallHue: 210, isPale: true },
  silver: { base: '#b9c2cc', light: '#eef2f6', dark: '#737f8c', wallHue: 215, isPale: true },
  graphite: { base: '#4a535e', light: '#8b96a3', dark: '#1e242b', wallHue: 206, isPale: false },
  black: { base: '#20252c', light: '#5d6875', dark: '#07090c', wallHue: 205, isPale: false },
  red: { base: '#c8202f', light: '#ff6a63', dark: '#650a18', wallHue: 12, isPale: false },
  blue: { base: '#1f5fbf', light: '#6aa6ff', dark: '#0b2a66', wallHue: 216, isPale: false },
  navy: { base: '#22345c', light: '#6079b3', dark: '#0b1430', wallHue: 224, isPale: false },
  green: { base: '#1f6b52', light: '#62b894', dark: '#0a3226', wallHue: 150, isPale: false },
  teal: { base: '#12818c', light: '#63cfd3', dark: '#053d47', wallHue: 182, isPale: false },
  orange: { base: '#e0701f', light: '#ffb067', dark: '#7f3307', wallHue: 32, isPale: false },
  sand: { base: '#c9b08c', light: '#f1e2c6', dark: '#7c6647', wallHue: 38, isPale: true },
  burgundy: { base: '#7a1f35', light: '#c2627a', dark: '#33081a', wallHue: 344, isPale: false },
}
