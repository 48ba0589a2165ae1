import type { Mark } from '../../contract/cars/marks.ts'

export type Damage = 'scratch' | 'dent' | 'chip'

/** Damage that the description of a demo car states: its close-up drawing, and its mark. */
interface StatedDamage {
  words: RegExp
  drawing: Damage
  mark: Omit<Mark, 'photo'>
}

const statedDamage: readonly StatedDamage[] = [
  {
    words: /stone chip on the hood/,
    drawing: 'chip',
    mark: { view: 'front', x: 46, y: 44, kind: 'chip', size: 'small', note: 'Touched in' },
  },
  {
    words: /swirl marks/,
    drawing: 'scratch',
    mark: { view: 'left', x: 43, y: 60, kind: 'scratch', size: 'large', note: 'Swirl marks in direct sun' },
  },
  {
    words: /scrape on the left rear door/,
    drawing: 'scratch',
    mark: {
      view: 'left',
      x: 63,
      y: 62,
      kind: 'scratch',
      size: 'medium',
      note: 'Repainted, the edge can be felt',
    },
  },
  {
    words: /dents on the left rear door/,
    drawing: 'dent',
    mark: { view: 'left', x: 63, y: 60, kind: 'dent', size: 'small', note: 'Two, hardly visible' },
  },
  {
    words: /Rust has started at the liftgate/,
    drawing: 'chip',
    mark: { view: 'rear', x: 50, y: 58, kind: 'rust', size: 'medium', note: 'Lower edge of the liftgate' },
  },
  {
    words: /clear coat is going on the roof/,
    drawing: 'chip',
    mark: { view: 'left', x: 52, y: 8, kind: 'wear', size: 'large', note: 'Clear coat is going' },
  },
  {
    words: /scuff on the front bumper/,
    drawing: 'scratch',
    mark: { view: 'front', x: 36, y: 78, kind: 'scratch', size: 'medium', note: 'Left of the plate' },
  },
  {
    words: /on the left rear wheel arch/,
    drawing: 'scratch',
    mark: { view: 'left', x: 80, y: 62, kind: 'scratch', size: 'medium', note: 'From a hedge' },
  },
]

export function findStatedDamage(description: string): StatedDamage | undefined {
  return statedDamage.find(({ words }) => words.test(description))
}
