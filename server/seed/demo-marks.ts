import type { Mark } from '../../contract/cars/marks.ts'
import type { DemoCar } from './catalog.ts'

type DemoMark = Omit<Mark, 'photo'>

/** The damage of demo cars, by the age of the car. */
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

/** Sellers of demo cars note marks, state that the car has no marks, or state nothing. */
const KINDS = 3

/** Returns what the seller of a demo car states. The first mark has a photo of its own side. */
export function demoMarksOf({ images, year }: DemoCar, index: number): Mark[] | null {
  if (index % KINDS === 2) return null
  if (index % KINDS === 1) return []
  const marks = usual[year >= 2022 ? 0 : year >= 2018 ? 1 : 2]!
  const photo = images.find((image) => image.includes(`-${photoViews[marks[0]!.view]}.`)) ?? null
  return marks.map((mark, place) => ({ ...mark, photo: place === 0 ? photo : null }))
}

/** The drawing in a demo car's photos that shows each view. */
const photoViews: Record<Mark['view'], string> = {
  left: 'side',
  right: 'flip',
  front: 'front',
  rear: 'rear',
}
