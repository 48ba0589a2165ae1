import type { Shot } from '../../contract/cars/shots.ts'
import { formatNumber } from '../../contract/number-format.ts'
import type { Option } from '../../contract/cars/car-choices.ts'
import { findStatedDamage, type Damage } from './demo-damage.ts'
import type { CarLook } from './demo-looks.ts'
import type { Paint } from './paints.ts'

export type View = 'side' | 'flip' | 'front' | 'rear' | 'detail'
export type Cabin = 'black' | 'gray' | 'sand' | 'cognac'
export type Dashboard = 'dials' | 'digital' | 'screen'
export type Opening = 'low' | 'tall' | 'bed'
export type Wear = 'new' | 'good' | 'worn'

/** The subject of a demo car's photo. */
export type Subject =
  | { kind: 'car'; look: CarLook; view: View }
  | { kind: 'dashboard'; cabin: Cabin; dashboard: Dashboard; odometer: string }
  | { kind: 'seats'; cabin: Cabin }
  | { kind: 'trunk'; paint: Paint; opening: Opening }
  | { kind: 'tire'; look: CarLook; wear: Wear }
  | { kind: 'engine' | 'port'; paint: Paint }
  | { kind: 'damage'; paint: Paint; damage: Damage }

/** A photo: the drawing's URL, and its subject. */
export type DemoPhoto = Subject & { url: string }

interface PhotographedCar {
  look: CarLook
  mileage: number
  fuel: Option<'fuel'>
  description: string
}

const CABINS: readonly Cabin[] = ['black', 'gray', 'sand', 'black', 'cognac', 'gray']

/** Returns the photos of a car, cover photo first. A Cybertruck's front and rear are not drawn. */
export function buildDemoPhotos({ look, mileage, fuel, description }: PhotographedCar): DemoPhoto[] {
  const { shape, paint } = look
  const cabin = CABINS[(look.variant + paint.length) % CABINS.length]!
  const damage = findStatedDamage(description)?.drawing
  const subjects: Subject[] = [
    ...outsideViews(look),
    { kind: 'dashboard', cabin, dashboard: chooseDashboard(look), odometer: `${formatNumber(mileage)} mi` },
    { kind: 'seats', cabin },
    { kind: 'trunk', paint, opening: chooseOpening(shape) },
    { kind: 'tire', look, wear: chooseWear(mileage) },
    { kind: fuel === 'Electric' ? 'port' : 'engine', paint },
    ...(damage ? [{ kind: 'damage', paint, damage } as const] : []),
  ]
  return subjects.map(toPhoto)
}

/** Returns the photos of a generated car, which it shares with all cars of its body type and paint. */
export function buildPlainPhotos(look: CarLook): DemoPhoto[] {
  return [...outsideViews(look), { kind: 'car' as const, look, view: 'detail' as const }].map(toPhoto)
}

function outsideViews(look: CarLook): Subject[] {
  const cover = coverView(look)
  const ends: View[] = look.shape === 'cybertruck' ? [] : ['front', 'rear']
  const views: View[] = [cover, ...ends, cover === 'side' ? 'flip' : 'side']
  return views.map((view) => ({ kind: 'car', look, view }))
}

/** Returns the side of the car's first photo. Half of the cars drive to the right. */
export function coverView({ variant }: CarLook): 'side' | 'flip' {
  return variant % 2 === 1 ? 'flip' : 'side'
}

function chooseDashboard({ face }: CarLook): Dashboard {
  if (face === 'smooth') return 'screen'
  return face === 'panel' || face === 'sport' ? 'digital' : 'dials'
}

function chooseOpening(shape: CarLook['shape']): Opening {
  if (shape === 'pickup' || shape === 'cybertruck') return 'bed'
  return shape === 'sedan' || shape === 'coupe' ? 'low' : 'tall'
}

export function chooseWear(mileage: number): Wear {
  if (mileage < 15_000) return 'new'
  return mileage < 60_000 ? 'good' : 'worn'
}

const SHOTS: Record<string, Shot> = {
  dashboards: 'dashboard',
  seats: 'seats',
  trunks: 'trunk',
  tires: 'tires',
  engines: 'engine',
  ports: 'engine',
  damage: 'damage',
}

const SHOTS_OF_VIEWS: Record<string, Shot> = {
  side: 'driver-side',
  flip: 'passenger-side',
  front: 'front',
  rear: 'rear',
}

/** Returns what a drawing shows, or `undefined` for a crop of another one. */
export function findDrawingShot(url: string): Shot | undefined {
  const folder = /^\/art\/([a-z]+)\//.exec(url)?.[1] ?? ''
  return SHOTS[folder] ?? SHOTS_OF_VIEWS[/-([a-z]+)\.svg$/.exec(url)?.[1] ?? '']
}

function toPhoto(subject: Subject): DemoPhoto {
  return { ...subject, url: `/art/${getPhotoPath(subject)}.svg` }
}

function getPhotoPath(subject: Subject): string {
  switch (subject.kind) {
    case 'car':
      return `cars/${lookName(subject.look)}-${subject.view}`
    case 'dashboard':
      return `dashboards/${subject.dashboard}-${subject.cabin}-${subject.odometer.replaceAll(/\D/g, '')}`
    case 'seats':
      return `seats/${subject.cabin}`
    case 'trunk':
      return `trunks/${subject.opening}-${subject.paint}`
    case 'tire':
      return `tires/${lookName(subject.look)}-${subject.wear}`
    case 'engine':
    case 'port':
      return `${subject.kind}s/${subject.paint}`
    case 'damage':
      return `damage/${subject.damage}-${subject.paint}`
  }
}

function lookName({ shape, paint, face, variant }: CarLook): string {
  return face === 'slats' ? `${shape}-${paint}` : `${shape}-${paint}-${face}-${variant}`
}
