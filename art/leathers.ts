import type { Cabin } from '../server/seed/demo-photos.ts'

/** The colors of an interior: its leather in light and in shadow, the stitches, and the dashboard's strip. */
export interface Leather {
  base: string
  light: string
  dark: string
  seam: string
  strip: string
}

export const LEATHERS: Record<Cabin, Leather> = {
  black: { base: '#2b3036', light: '#4a525a', dark: '#14171b', seam: '#7d8791', strip: '#9aa4ae' },
  gray: { base: '#6d7781', light: '#97a1ab', dark: '#414951', seam: '#c6ced5', strip: '#d5dbe0' },
  sand: { base: '#c3ab88', light: '#e6d6bb', dark: '#8a7454', seam: '#f6ecd9', strip: '#8d6a43' },
  cognac: { base: '#935430', light: '#bf7d52', dark: '#56301a', seam: '#e2b48e', strip: '#2f2620' },
}

export const PLASTIC = '#15191d'
