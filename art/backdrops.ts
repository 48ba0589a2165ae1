import { alpine, city, coast, kerb, sunrise } from './landscapes.ts'
import { disc, neon, showroom, studio } from './studios.ts'
import { idsWith } from './svg.ts'
import type { Drawing, Ids } from './svg.ts'

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

/** The picture a scene fills, and where in it the car's wheels stand. */
export interface Stage {
  width: number
  height: number
  ground: number
  ids: Ids
  hue: number
  isDark: boolean
  /** Where words will stand, so that no sun, cloud, moon or lamp does. */
  words: 'nowhere' | 'left' | 'above'
  /** Fixes hills, clouds and lit windows, so that a picture is the same on every build. */
  seed: number
}

export interface BackdropOptions {
  width: number
  height: number
  ground: number
  hue?: number
  isDark?: boolean
  words?: Stage['words']
  seed?: number
}

export function backdrop(scene: SceneName, options: BackdropOptions): Drawing {
  return SCENES[scene]({ hue: 210, isDark: false, words: 'nowhere', seed: 7, ids: idsWith('s'), ...options })
}

/** Scenes where a car has its lamps on. */
export function isNight(scene: SceneName): boolean {
  return scene === 'city' || scene === 'neon' || scene === 'kerb'
}
