import { backdrop, isNight } from './backdrops.ts'
import type { SceneName } from './backdrops.ts'
import { BODIES } from './bodies.ts'
import type { BodyName } from './bodies.ts'
import type { PaintName } from './paints.ts'
import { standing } from './pictures.ts'
import { sideView } from './side-view.ts'
import { group, num, rect, spanGradient, svgFile } from './svg.ts'
import type { Drawing } from './svg.ts'
import type { RimFinish, WheelStyle } from './wheels.ts'

interface Hero {
  scene: SceneName
  body: BodyName
  paint: PaintName
  wheelStyle: WheelStyle
  rim: RimFinish
  /** Colour that calms the part of the picture where the words stand, dark enough for white text (4.5:1). */
  veil: string
}

export const HEROES: readonly Hero[] = [
  { scene: 'sunrise', body: 'coupe', paint: 'burgundy', wheelStyle: 'ten', rim: 'dark', veil: '#141731' },
  { scene: 'kerb', body: 'hatch', paint: 'red', wheelStyle: 'five', rim: 'silver', veil: '#04171c' },
  { scene: 'coast', body: 'wagon', paint: 'pearl', wheelStyle: 'twin', rim: 'silver', veil: '#06344c' },
  { scene: 'city', body: 'sedan', paint: 'silver', wheelStyle: 'turbine', rim: 'dark', veil: '#0a0f26' },
  { scene: 'alpine', body: 'suv', paint: 'orange', wheelStyle: 'aero', rim: 'dark', veil: '#0d2a45' },
  { scene: 'neon', body: 'pickup', paint: 'teal', wheelStyle: 'mesh', rim: 'silver', veil: '#03080c' },
]

const NATURAL_SCALE = 0.15

/** How dense the veil is along the picture: even under the words, then fading without a visible edge. */
const WIDE_VEIL = [
  [0, 0.74],
  [0.26, 0.7],
  [0.42, 0.63],
  [0.54, 0.34],
  [0.64, 0.1],
  [0.74, 0],
] as const
const TALL_VEIL = [
  [0, 0.76],
  [0.46, 0.7],
  [0.58, 0.48],
  [0.66, 0.2],
  [0.78, 0],
] as const

/** 1440 × 600: the car on the right, calm room for white text on the left. */
export function wideHero(hero: Hero): string {
  const [width, height, ground] = [1440, 600, 486]
  const veil = veilOver(hero, width, height, [width, 0], WIDE_VEIL)
  return heroFile(hero, { width, height, ground, words: 'left', carRight: 1396, carWidth: 740, veil })
}

/** 640 × 800 for narrow screens: the car below, calm room for white text above. */
export function tallHero(hero: Hero): string {
  const [width, height, ground] = [640, 800, 664]
  const veil = veilOver(hero, width, height, [0, height], TALL_VEIL)
  return heroFile(hero, { width, height, ground, words: 'above', carRight: 610, carWidth: 570, veil })
}

function veilOver(
  hero: Hero,
  width: number,
  height: number,
  end: readonly [number, number],
  densities: readonly (readonly [number, number])[],
): Drawing {
  const stops = densities.map(([offset, opacity]) => [offset, hero.veil, opacity] as const)
  return {
    defs: spanGradient('veil', [0, 0], end, stops),
    shapes: rect(0, 0, width, height, { fill: 'url(#veil)' }),
  }
}

interface HeroLayout {
  width: number
  height: number
  ground: number
  words: 'left' | 'above'
  carRight: number
  carWidth: number
  veil: Drawing
}

function heroFile(hero: Hero, layout: HeroLayout): string {
  const { width, height, ground, words, carRight, carWidth, veil } = layout
  const length = BODIES[hero.body].length * NATURAL_SCALE
  const zoom = Math.min(carWidth / length, 1.18)
  const left = carRight - length * zoom
  const car = sideView({ ...hero, left: 0, ground: 0, scale: NATURAL_SCALE, lightsOn: isNight(hero.scene) })
  const placed: Drawing = {
    defs: car.defs,
    shapes: group({ transform: `translate(${num(left)} ${ground}) scale(${zoom.toFixed(3)})` }, car.shapes),
  }
  return svgFile(
    [0, 0, width, height],
    `A ${hero.paint} ${hero.body}, drawn`,
    backdrop(hero.scene, { width, height, ground, words, seed: 9 }),
    veil,
    ...standing(placed, width, height, ground),
  )
}
