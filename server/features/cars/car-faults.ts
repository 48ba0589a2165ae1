import type { CarFilters } from '../../../contract/car-search.ts'
import { MAX_PICTURES, type CarDraft, type CarInput } from '../../../contract/cars.ts'
import type { FieldError } from '../../../contract/problems.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { faultOf, type Accepted, type FaultFinder } from '../../http/find-faults.ts'
import type { Actor } from '../../actor.ts'
import { knownCategories, listShownCategories } from '../categories/category.repository.ts'
import { findPresentMake } from '../categories/former-makes.repository.ts'
import { withOwnMakeNames } from '../categories/searched-makes.ts'
import { isClaimable, UPLOAD_FIRST } from '../images/upload.repository.ts'
import { findCar } from './car.repository.ts'
import { findConflictsOf, findNewConflicts, findStockNumberFaults } from './car-conflicts.ts'
import { findOwnDraft, getOwnCars, mayEdit } from './own-cars.ts'
import { refuseDayToCome } from './told-sale.ts'

/**
 * What only the database can refuse of what is said of a car: a category that is not there, and pictures that are
 * neither the car's already nor uploads of who sends them.
 * @param current the car's own pictures
 */
export async function findCarFaults(
  ctx: Pick<Context, 'db' | 'now'>,
  actor: Pick<Actor, 'id'>,
  input: Accepted<CarInput>,
  current: readonly string[] = [],
): Promise<FieldError[]> {
  const { category_name } = input
  const faults = await findCategoryFaults(ctx.db, await withOwnMakeNames(ctx.db, { category_name }))
  const pictures = picturePlaces(input)
  if (new Set(pictures.map(({ url }) => url)).size > MAX_PICTURES)
    faults.push({ path: 'images', message: `Choose up to ${MAX_PICTURES} photos.` })
  for (const { path, url } of pictures)
    if (!current.includes(url) && !(await isClaimable(ctx.db, url, actor.id, ctx.now())))
      faults.push({ path, message: UPLOAD_FIRST })
  return faults
}

/** Each picture where it was sent; the main one is told of in the list if it stands there, too. */
function picturePlaces({ image_url: first, images = [] }: Accepted<CarInput>) {
  const places = images.map((url, index) => ({ path: `images.${index}`, url }))
  if (!images.includes(first)) places.unshift({ path: 'image_url', url: first })
  return places.filter((place): place is { path: string; url: string } => Boolean(place.url))
}

export const findNewCarFaults: FaultFinder<'addCar'> = async ({ ctx, actor, body }) => {
  const draft = await findOwnDraft(ctx.db, actor, body.draftID)
  return [
    ...(await findCarFaults(ctx, actor, body, draft?.images)),
    ...(await findNewConflicts(ctx.db, actor, body, draft)),
  ]
}

/** The same of a draft, which may be without a make. */
export function findDraftFaults(
  ctx: Pick<Context, 'db' | 'now'>,
  actor: Pick<Actor, 'id'>,
  { category_name: make, ...rest }: Accepted<CarDraft>,
  current: readonly string[] = [],
): Promise<FieldError[]> {
  return findCarFaults(ctx, actor, { ...rest, ...(make && { category_name: make }) }, current)
}

export const findNewDraftFaults: FaultFinder<'addDraft'> = async ({ ctx, actor, body }) => [
  ...(await findDraftFaults(ctx, actor, body)),
  ...(await findStockNumberFaults(ctx.db, body.stockNo, { sellerId: actor.id })),
]

export const findSavedDraftFaults: FaultFinder<'saveDraft'> = async ({ ctx, actor, params, body }) => {
  const car = params.id === undefined ? null : await findCar(ctx.db, params.id)
  if (!car || !mayEdit(actor, car)) return []
  return [
    ...(await findDraftFaults(ctx, actor, body, car.images)),
    ...(await findConflictsOf(ctx.db, car, body)),
  ]
}

export const findEditedCarFaults: FaultFinder<'updateCar'> = async ({ ctx, actor, params, body }) => {
  const car = params.id === undefined ? null : await findCar(ctx.db, params.id)
  if (!car || !mayEdit(actor, car)) return []
  return [
    ...(await findCarFaults(ctx, actor, body, car.images)),
    ...(await findConflictsOf(ctx.db, car, body)),
  ]
}

/** Cars that are not there, or not theirs. */
export const findBulkFaults: FaultFinder<'updateCars' | 'deleteCars'> = ({ ctx, actor, body }) =>
  findOthersCars(
    ctx.db,
    actor,
    body.ids?.map((id, at) => ({ path: `ids.${at}`, id })),
  )

/** Of a state: a day to come, and cars as above. */
export const findStateFaults: FaultFinder<'setCarState'> = ({ ctx, body }) =>
  faultOf('date', async () => refuseDayToCome(body, ctx.now()))

export const findStatesFaults: FaultFinder<'setCarStates'> = async ({ ctx, actor, body }) => [
  ...(await findOthersCars(
    ctx.db,
    actor,
    body.ids?.map((id, at) => ({ path: `ids.${at}`, id })),
  )),
  ...(await faultOf('date', async () => refuseDayToCome(body, ctx.now()))),
]

/** @param places where each is named */
export async function findOthersCars(
  db: Db,
  actor: Actor,
  places: readonly { path: string; id: string | undefined }[] = [],
): Promise<FieldError[]> {
  const faults: FieldError[] = []
  for (const { path, id } of places)
    if (id !== undefined)
      faults.push(...(await faultOf(path, () => getOwnCars(db, 'updateCars', actor, [id]))))
  return faults
}

/** Of a search: categories that are not there. */
export async function findCategoryFaults(
  db: Db,
  { category_name: name, brand = [] }: Accepted<CarFilters>,
): Promise<FieldError[]> {
  const places = [
    { path: 'category_name', name },
    ...brand.map((name, at) => ({ path: `brand.${at}`, name })),
  ]
  const asked = places.flatMap((place) => place.name ?? [])
  if (asked.length === 0) return []
  const known = await knownCategories(db, asked)
  const faults: FieldError[] = []
  for (const { path, name } of places)
    if (name !== undefined && !known.has(name)) faults.push({ path, ...(await makeFault(db, name)) })
  return faults
}

async function makeFault(db: Db, name: string): Promise<Omit<FieldError, 'path'>> {
  const instead = await findPresentMake(db, name)
  if (instead !== null) return { message: `This make is called ${instead} now.`, instead }
  return { message: chooseMake((await listShownCategories(db)).map((make) => make.name)) }
}

function chooseMake(shown: readonly string[]): string {
  const some = shown.slice(0, 3)
  const names = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(some)
  return some.length === 0 ? 'Choose a make from the list.' : `Choose a make from the list, such as ${names}.`
}

export const findSearchFaults: FaultFinder<'listCars' | 'getCarFacets'> = async ({ ctx, query }) =>
  findCategoryFaults(ctx.db, await withOwnMakeNames(ctx.db, query))
