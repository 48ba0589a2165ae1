import type { Option } from '../../contract/cars/car-choices.ts'
import type { Paint } from './paints.ts'

/** The drawn front and rear designs. The first is for cars of any make. */
export const FACES = ['slats', 'smooth', 'frame', 'panel', 'split', 'sport'] as const

export type FaceName = (typeof FACES)[number]

/** The properties that a car's drawings depend on. */
export interface CarLook {
  shape: Option<'body'> | 'cybertruck'
  paint: Paint
  face: FaceName
  /** Selects details such as wheels, trim, driving direction, and backdrop. */
  variant: number
}

const VARIANTS = 6
/** The variant of a car posted today. */
const FIRST_VARIANT = 3

const SPORT_MODEL = /^(RS|SQ?\d|TT)/

interface Model {
  category_name: 'Tesla' | 'Audi' | 'BMW'
  modelName: string
  fuel: Option<'fuel'>
  body: Option<'body'>
}

/**
 * Returns the look of a demo car. The variant follows the day of the post, so that cars that are listed next to
 * each other differ in direction or backdrop.
 * @param used the variants of the cars of this shape and paint before it, which none repeats
 */
export function chooseLook(
  model: Model,
  paint: Paint,
  postedDaysAgo: number,
  used: ReadonlySet<number>,
): CarLook {
  const days = Array.from({ length: VARIANTS }, (_, index) => postedDaysAgo + FIRST_VARIANT + index)
  const variants = days.map((day) => day % VARIANTS)
  const variant = variants.find((each) => !used.has(each)) ?? variants[0]!
  return { shape: chooseShape(model), paint, face: chooseFace(model), variant }
}

/** Returns a look without a make's design, which many generated cars share. */
export function buildPlainLook(shape: CarLook['shape'], paint: Paint = 'graphite'): CarLook {
  return { shape, paint, face: 'slats', variant: 0 }
}

export function chooseShape({ modelName, body }: Pick<Model, 'modelName' | 'body'>): CarLook['shape'] {
  return modelName.startsWith('Cybertruck') ? 'cybertruck' : body
}

function chooseFace({ category_name: make, modelName, fuel }: Model): FaceName {
  if (make === 'Tesla') return 'smooth'
  if (fuel === 'Electric') return 'panel'
  if (make === 'BMW') return 'split'
  return SPORT_MODEL.test(modelName) ? 'sport' : 'frame'
}
