import { buildPlainLook, type CarLook } from '../server/seed/demo-looks.ts'
import { coverView, type Subject, type View } from '../server/seed/demo-photos.ts'
import { backdrop, isNight } from './backdrops.ts'
import type { SceneName } from './backdrops.ts'
import { BODIES, BODY_NAMES, OTHER_BODY_NAMES } from './bodies.ts'
import type { ShapeName } from './bodies.ts'
import { damagePicture } from './damage-view.ts'
import { dashboardPicture } from './dashboard-view.ts'
import { enginePicture } from './engine-view.ts'
import { frontView } from './front-view.ts'
import { PAINTS, PAINT_NAMES } from './paints.ts'
import type { PaintName } from './paints.ts'
import { portPicture } from './port-view.ts'
import { seatsPicture } from './seats-view.ts'
import { sideGlow, sideView } from './side-view.ts'
import type { SideViewOptions } from './side-view.ts'
import { group, num, rect, svgFile, tag, verticalGradient } from './svg.ts'
import type { Drawing } from './svg.ts'
import { tirePicture } from './tire-view.ts'
import { trunkPicture } from './trunk-view.ts'
import type { RimFinish, WheelStyle } from './wheels.ts'

export const VIEWS = ['side', 'flip', 'front', 'rear', 'detail'] as const satisfies readonly View[]

/** The views for a car whose front and rear are unique. Its front and rear are not drawn. */
export const SIDE_VIEWS = ['side', 'flip', 'detail'] as const satisfies readonly View[]

const WIDTH = 800
const HEIGHT = 600
const GROUND = 448
const FRONT_GROUND = 506

/** Backdrops that contrast with each paint, in the order of the six body types. */
const SETTINGS: Record<PaintName, readonly SceneName[]> = {
  pearl: ['studio', 'disc', 'coast', 'city', 'alpine', 'sunrise'],
  silver: ['sunrise', 'studio', 'kerb', 'disc', 'city', 'showroom'],
  graphite: ['studio', 'coast', 'disc', 'showroom', 'studio', 'alpine'],
  black: ['showroom', 'disc', 'studio', 'coast', 'sunrise', 'studio'],
  red: ['coast', 'showroom', 'alpine', 'studio', 'disc', 'kerb'],
  blue: ['disc', 'coast', 'studio', 'alpine', 'showroom', 'sunrise'],
  navy: ['alpine', 'studio', 'showroom', 'disc', 'coast', 'studio'],
  green: ['studio', 'disc', 'sunrise', 'coast', 'studio', 'disc'],
  teal: ['neon', 'alpine', 'disc', 'sunrise', 'studio', 'coast'],
  orange: ['kerb', 'city', 'studio', 'neon', 'alpine', 'disc'],
  sand: ['disc', 'kerb', 'studio', 'city', 'coast', 'alpine'],
  burgundy: ['city', 'sunrise', 'coast', 'disc', 'studio', 'showroom'],
}

const WHEEL_STYLES: readonly WheelStyle[] = ['five', 'ten', 'twin', 'turbine', 'mesh', 'aero']
const RIMS: readonly RimFinish[] = ['silver', 'silver', 'dark', 'silver', 'bronze', 'silver', 'dark']

/** Draws one car in one view as a complete SVG file. Every build draws the same picture. */
export function carPicture(look: CarLook, view: View): string {
  const title = `${describeView(view)} of a ${look.paint} ${look.shape}, drawn`
  const frame = [0, 0, WIDTH, HEIGHT] as const
  const scene = view === coverView(look) ? chooseScene(look) : quietScene(look)
  switch (view) {
    case 'side':
      return svgFile(frame, title, ...sideScene(look, scene))
    case 'flip':
      return svgFile(frame, title, ...flippedScene(look, scene))
    case 'detail':
      return svgFile(detailBox(look), title, ...sideScene(look, 'studio'))
    case 'front':
    case 'rear':
      return svgFile(frame, title, ...endScene(look, view))
  }
}

/** Draws a photo of a demo car as a complete SVG file. */
export function shotPicture(shot: Subject): string {
  switch (shot.kind) {
    case 'car':
      return carPicture(shot.look, shot.view)
    case 'dashboard':
      return dashboardPicture(shot.cabin, shot.dashboard, shot.odometer)
    case 'seats':
      return seatsPicture(shot.cabin)
    case 'trunk':
      return trunkPicture(shot.paint, shot.opening)
    case 'tire': {
      const { wheelStyle, rim } = dressed(shot.look).options
      return tirePicture(shot.look.paint, wheelStyle, rim, shot.wear)
    }
    case 'engine':
      return enginePicture(shot.paint)
    case 'port':
      return portPicture(shot.paint)
    case 'damage':
      return damagePicture(shot.paint, shot.damage)
  }
}

/** Draws a body's side view without a backdrop, for pickers. */
export function bodyPicture(body: ShapeName): string {
  const { options, left, width } = dressed(buildPlainLook(body))
  const roof = GROUND - Math.max(...BODIES[body].roofline.map(([, y]) => y)) * options.scale
  const top = Math.floor(Math.min(GROUND - 232, roof - 8))
  const box = [Math.floor(left - 8), top, Math.ceil(width + 16), GROUND + 8 - top] as const
  return svgFile([...box], `A ${body}`, sideView(options))
}

/** The size of the drawings of a body's front and rear, which is the same for all bodies. */
export const END_SIZE = { width: 640, height: 480 }

/** Draws a body's front or rear without a backdrop, so that damage can be marked on it. */
export function bodyEndPicture(body: ShapeName, side: 'front' | 'rear'): string {
  const { width, height } = END_SIZE
  const box = [(WIDTH - width) / 2, FRONT_GROUND + 32 - height, width, height] as const
  return svgFile([...box], `The ${side} of a ${body}`, drawCarEnd(buildPlainLook(body), side))
}

/** Draws the overlay that shows the lamps as lit in a body's side view. */
export function lampPicture(body: ShapeName): string {
  const { options } = dressed(buildPlainLook(body))
  return svgFile([0, 0, WIDTH, HEIGHT], `The lit lamps of a ${body}`, sideGlow(options))
}

function describeView(view: View): string {
  const viewNames: Record<View, string> = {
    side: 'Left side',
    flip: 'Right side',
    front: 'Front',
    rear: 'Rear',
    detail: 'Front wheel and headlamp',
  }
  return viewNames[view]
}

/** Returns the backdrop of the car's cover photo. */
export function chooseScene({ shape, paint, variant }: CarLook): SceneName {
  return SETTINGS[paint][(shapeIndex(shape) + variant) % BODY_NAMES.length]!
}

/** Returns the backdrop of the photo that shows the other side. */
function quietScene(look: CarLook): SceneName {
  return chooseScene(look) === 'studio' ? 'showroom' : 'studio'
}

/** Returns a shape's index. The six body types come first, so their indexes never change. */
function shapeIndex(shape: ShapeName): number {
  return shapes.indexOf(shape)
}

const shapes: readonly ShapeName[] = [...BODY_NAMES, 'cybertruck', ...OTHER_BODY_NAMES]

function dressed(look: CarLook) {
  const { shape, paint, variant } = look
  const [b, p] = [shapeIndex(shape), PAINT_NAMES.indexOf(paint)]
  const scale = Math.min(0.15, 724 / BODIES[shape].length)
  const width = BODIES[shape].length * scale
  const left = (WIDTH - width) / 2
  const options: SideViewOptions = {
    look,
    wheelStyle: WHEEL_STYLES[(b * 2 + p * 5 + variant) % WHEEL_STYLES.length]!,
    rim: RIMS[(b * 3 + p * 2 + variant) % RIMS.length]!,
    left,
    ground: GROUND,
    scale,
  }
  return { options, left, width }
}

function sideScene(look: CarLook, scene: SceneName): Drawing[] {
  const { shape, paint } = look
  const { wallHue, isPale } = PAINTS[paint]
  const seed = shapeIndex(shape) * 31 + PAINT_NAMES.indexOf(paint) * 7 + 5
  const stage = { width: WIDTH, height: HEIGHT, ground: GROUND, hue: wallHue, isDark: isPale, seed }
  const car = sideView({ ...dressed(look).options, lightsOn: isNight(scene) })
  return [backdrop(scene, stage), ...withReflection(car, WIDTH, HEIGHT, GROUND)]
}

function flippedScene(look: CarLook, scene: SceneName): Drawing[] {
  const [back, ...car] = sideScene(look, scene)
  const flipped = car.map(({ defs, shapes }) => ({
    defs,
    shapes: group({ transform: `matrix(-1 0 0 1 ${WIDTH} 0)` }, shapes),
  }))
  return [back!, ...flipped]
}

function withReflection(car: Drawing, width: number, height: number, ground: number): Drawing[] {
  const reflectionHeight = height - ground
  const reflection: Drawing = {
    defs:
      verticalGradient('mf', [
        [0, '#fff', 0.22],
        [0.5, '#fff', 0],
      ]) +
      tag(
        'mask',
        { id: 'mm', maskUnits: 'userSpaceOnUse', x: 0, y: ground, width, height: reflectionHeight },
        rect(0, ground, width, reflectionHeight, { fill: 'url(#mf)' }),
      ),
    shapes: group(
      { mask: 'url(#mm)' },
      `<use href="#car" transform="matrix(1 0 0 -1 0 ${num(2 * ground - 2)})"/>`,
    ),
  }
  return [reflection, { defs: car.defs, shapes: group({ id: 'car' }, car.shapes) }]
}

function endScene(look: CarLook, side: 'front' | 'rear'): Drawing[] {
  const { wallHue, isPale } = PAINTS[look.paint]
  return [
    backdrop('studio', { width: WIDTH, height: HEIGHT, ground: FRONT_GROUND, hue: wallHue, isDark: isPale }),
    drawCarEnd(look, side),
  ]
}

function drawCarEnd(look: CarLook, side: 'front' | 'rear'): Drawing {
  const scale = Math.min(0.27, 400 / (Math.max(...BODIES[look.shape].roofline.map(([, y]) => y)) + 20))
  const lightsOn = PAINTS[look.paint].isPale
  return frontView({ look, side, center: WIDTH / 2, ground: FRONT_GROUND, scale, lightsOn })
}

/** Returns the region around the front wheel in the side view, with the drawing's aspect ratio. */
function detailBox(look: CarLook): [number, number, number, number] {
  const { left, options } = dressed(look)
  const wheelX = left + BODIES[look.shape].frontAxle * options.scale
  return [Math.round(wheelX - 150), GROUND - 204, 352, 264]
}
