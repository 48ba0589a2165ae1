import type { CarLook } from '../server/seed/demo-looks.ts'

/** Color of mirrors and trim that are not painted. */
export const BLACK_PART = '#171b20'

/** The small differences between two cars of one body type and paint. */
export interface Trim {
  hasChrome: boolean
  rails: 'none' | 'dark' | 'silver'
  hasBlackRoof: boolean
  hasBlackMirrors: boolean
  /** True if the side glass ends further forward. */
  hasShortGlass: boolean
  /** True if a bright strip runs along the doors. */
  hasMolding: boolean
  hasGrille: boolean
  /** Color of the band on the license plate. */
  plateBand: string
}

type Variant = Omit<Trim, 'hasGrille'>

const plain: Variant = {
  hasChrome: true,
  rails: 'dark',
  hasBlackRoof: false,
  hasBlackMirrors: false,
  hasShortGlass: false,
  hasMolding: false,
  plateBand: '#1d57b0',
}

const VARIANTS: readonly Variant[] = [
  plain,
  { ...plain, hasChrome: false, hasBlackMirrors: true, rails: 'none', plateBand: '#b3261e' },
  { ...plain, hasBlackRoof: true, hasBlackMirrors: true, plateBand: '#146c43' },
  { ...plain, hasMolding: true, rails: 'silver', hasShortGlass: true, plateBand: '#855500' },
  { ...plain, hasChrome: false, hasShortGlass: true, rails: 'none', plateBand: '#0a6a66' },
  { ...plain, hasChrome: false, hasBlackRoof: true, rails: 'none', plateBand: '#4a3b8f' },
]

export function buildTrim({ face, variant }: CarLook): Trim {
  return { ...VARIANTS[variant % VARIANTS.length]!, hasGrille: face !== 'smooth' && face !== 'panel' }
}
