import type { CarFilters } from '../../../contract/cars/car-search.ts'
import { MAX_PHOTOS_PER_CAR, type CarInput } from '../../../contract/cars/cars.ts'
import type { FieldError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import { findKnownCategories, listShownCategories } from '../categories/category.repository.ts'
import { findPresentMake } from '../categories/former-makes.repository.ts'
import { restoreOwnMakeNames } from '../categories/searched-makes.ts'
import { findZipErrors } from '../../core/zip-codes.ts'
import type { CarFields } from './car.ts'
import { findContradictions, type ComparedFacts } from './contradictory-facts.ts'
import { isClaimable, UPLOAD_FIRST } from '../../core/images/upload.repository.ts'

/** The values of a car or draft that its schema cannot validate. */
type Described = Partial<
  Pick<CarInput, 'category_name' | 'image_url' | 'images' | 'zip' | 'marks' | keyof ComparedFacts>
>

/**
 * Finds the errors in a car's make, ZIP code, facts, photos, and marks: an unknown make or ZIP code, facts
 * that can't be true, too many photos, a photo that neither belongs to the car nor was uploaded by the
 * sender, or a mark on a photo that does not belong to the car.
 * @param car the car before the change
 */
export async function findCarErrors(
  ctx: Pick<Context, 'db' | 'now'>,
  actor: Pick<Actor, 'id'>,
  input: Described,
  car: Pick<CarFields, 'images' | keyof ComparedFacts> | null = null,
): Promise<FieldError[]> {
  // A draft may have no make.
  const make = { category_name: input.category_name || undefined }
  const errors = await findCategoryErrors(ctx.db, await restoreOwnMakeNames(ctx.db, make))
  errors.push(...findZipErrors('zip', input.zip))
  for (const { field, message, fix } of findContradictions(mergeFacts(input, car), car, ctx.now()))
    errors.push({ path: field, message: `${message} ${fix}` })
  const current = car?.images ?? []
  const pictures = listPhotoFields(input)
  if (new Set(pictures.map(({ url }) => url)).size > MAX_PHOTOS_PER_CAR)
    errors.push({ path: 'images', message: `Choose up to ${MAX_PHOTOS_PER_CAR} photos.` })
  for (const { path, url } of pictures)
    if (!current.includes(url) && !(await isClaimable(ctx.db, url, actor.id, ctx.now())))
      errors.push({ path, message: UPLOAD_FIRST })
  const carPhotos = [...current, ...pictures.map(({ url }) => url)]
  for (const [index, { photo }] of (input.marks ?? []).entries())
    if (photo !== null && !carPhotos.includes(photo))
      errors.push({ path: `marks.${index}.photo`, message: 'Choose one of the car’s photos.' })
  return errors
}

/** Returns the facts of a car after a change. Facts that are not sent stay unchanged. */
function mergeFacts(input: Described, car: ComparedFacts | null): ComparedFacts {
  const {
    fuel = car?.fuel,
    lastInspection = car?.lastInspection,
    batteryHealth = car?.batteryHealth,
    evRange = car?.evRange,
  } = input
  return {
    fuel: fuel ?? null,
    lastInspection: lastInspection || null,
    batteryHealth: batteryHealth ?? null,
    evRange: evRange ?? null,
  }
}

/**
 * Returns each photo with its path in the request. If the list also contains the main photo, only its path in
 * the list is returned.
 */
function listPhotoFields({ image_url: mainUrl, images = [] }: Described) {
  const entries = images.map((url, index) => ({ path: `images.${index}`, url }))
  if (mainUrl && !images.includes(mainUrl)) entries.unshift({ path: 'image_url', url: mainUrl })
  return entries.filter(({ url }) => url !== '')
}

/** Finds unknown categories in a car or in search filters. */
export async function findCategoryErrors(
  db: Db,
  { category_name: name, brand = [] }: Partial<Pick<CarFilters, 'category_name' | 'brand'>>,
): Promise<FieldError[]> {
  const entries = [
    { path: 'category_name', name },
    ...brand.map((name, index) => ({ path: `brand.${index}`, name })),
  ]
  const givenNames = entries.flatMap((entry) => entry.name ?? [])
  if (givenNames.length === 0) return []
  const existingNames = await findKnownCategories(db, givenNames)
  const errors: FieldError[] = []
  for (const { path, name } of entries)
    if (name !== undefined && !existingNames.has(name)) errors.push({ path, ...(await makeError(db, name)) })
  return errors
}

async function makeError(db: Db, name: string): Promise<Omit<FieldError, 'path'>> {
  const instead = await findPresentMake(db, name)
  if (instead !== null) return { message: `This make is called ${instead} now.`, instead }
  return { message: chooseMake((await listShownCategories(db)).map((make) => make.name)) }
}

function chooseMake(shownMakes: readonly string[]): string {
  const examples = shownMakes.slice(0, 3)
  const names = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(examples)
  return examples.length === 0
    ? 'Choose a make from the list.'
    : `Choose a make from the list, such as ${names}.`
}
