import type { Mark } from '../../contract/cars/marks.ts'
import type { Shot } from '../../contract/cars/shots.ts'
import type { DemoCar } from './catalog.ts'
import { findStatedDamage } from './demo-damage.ts'
import { findDrawingShot } from './demo-photos.ts'

type DemoMark = Omit<Mark, 'photo'>

/** Marks by the age of the car. The first mark has a photo of its side. */
const usual: readonly (readonly DemoMark[])[] = [
  [
    { view: 'front', x: 44, y: 74, kind: 'chip', size: 'small', note: 'Stone chips, touched up' },
    { view: 'left', x: 62, y: 62, kind: 'scratch', size: 'medium', note: '' },
  ],
  [
    { view: 'right', x: 81, y: 82, kind: 'scratch', size: 'small', note: 'Curb rash on the front wheel' },
    { view: 'left', x: 43, y: 58, kind: 'dent', size: 'small', note: 'From a shopping cart, paint intact' },
    { view: 'rear', x: 32, y: 76, kind: 'scratch', size: 'medium', note: '' },
    { view: 'front', x: 50, y: 44, kind: 'chip', size: 'small', note: '' },
  ],
  [
    { view: 'rear', x: 60, y: 74, kind: 'wear', size: 'large', note: 'Loading edge of the bumper' },
    { view: 'left', x: 20, y: 62, kind: 'rust', size: 'small', note: 'Surface rust at the fender' },
    { view: 'front', x: 70, y: 24, kind: 'crack', size: 'small', note: 'Outside the driver’s view' },
  ],
]

/** Most sellers of demo cars note usual marks, state that the car has no marks, or state nothing. */
const KINDS = 3

/** Returns what the seller of a demo car states, which includes the damage in its description. */
export function buildDemoMarks({ images, year, description }: DemoCar, index: number): Mark[] | null {
  const stated = findStatedDamage(description)
  if (stated) return [{ ...stated.mark, photo: findShotPhoto('damage', images) }]
  if (index % KINDS === 2) return null
  if (index % KINDS === 1) return []
  const marks = usual[year >= 2022 ? 0 : year >= 2018 ? 1 : 2]!
  return marks.map((mark, place) => ({
    ...mark,
    photo: place === 0 ? findShotPhoto(shots[mark.view], images) : null,
  }))
}

const shots: Record<Mark['view'], Shot> = {
  left: 'driver-side',
  right: 'passenger-side',
  front: 'front',
  rear: 'rear',
}

function findShotPhoto(shot: Shot, images: readonly string[]): string | null {
  return images.find((image) => findDrawingShot(image) === shot) ?? null
}
