import type { CarInput } from '../../../contract/cars.ts'
import { invalidField } from '../../../contract/problems.ts'
import type { Db } from '../../db/tables.ts'
import { claimUploads } from '../images/upload.repository.ts'

const MAX_PICTURES = 12

/**
 * The pictures in order, `image_url` first. A client that knows one picture only sends `image_url` alone: the others
 * stay as long as that one does.
 */
export function picturesOf(
  input: Pick<CarInput, 'image_url' | 'images'>,
  current: readonly string[] = [],
): string[] {
  const { image_url: first, images } = input
  if (images === undefined && (!first || first === current[0])) return [...current]
  const pictures = [...new Set([first, ...(images ?? [])].filter(Boolean))]
  if (pictures.length > MAX_PICTURES)
    throw invalidField('images', `Please choose at most ${MAX_PICTURES} pictures`)
  return pictures
}

/**
 * Makes the seller's uploads the car's, so that they do not expire.
 * @throws ProblemError `invalid-input` for an address that is no upload of theirs
 */
export async function claimPictures(
  db: Db,
  input: Pick<CarInput, 'images'>,
  pictures: readonly string[],
  sellerId: string,
  now: Date,
): Promise<void> {
  const claimed = await claimUploads(db, pictures, sellerId, now)
  const foreign = pictures.find((url) => !claimed.has(url))
  if (foreign === undefined) return
  const index = input.images?.indexOf(foreign) ?? -1
  throw invalidField(index < 0 ? 'image_url' : `images.${index}`, 'Please upload this picture first')
}
