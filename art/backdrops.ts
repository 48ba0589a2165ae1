import { alpine, city, coast, kerb, sunrise } from './landscapes.ts'
import { disc, neon, showroom, studio } from './studios.ts'
import { createIds } from './svg.ts'
import type { Drawing } from './svg.ts'

const SCENES = {
  studio,
  disc,
  neon,
  showroom,
  sunrise,
  coast,
  city,
  alpine,
  kerb,
}

export type SceneName = keyof typeof SCENES

export interface BackdropOptions {
  width: number
  height: number
  ground: number
  hue?: number
  isDark?: boolean
  seed?: number
}

export function backdrop(scene: SceneName, options: BackdropOptions): Drawing {
  return SCENES[scene]({ hue: 210, isDark: false, seed: 7, ids: createIds('s'), ...options })
}

export function isNight(scene: SceneName): boolean {
  return scene === 'city' || scene === 'neon' || scene === 'kerb'
}
