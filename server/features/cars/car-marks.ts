import type { Mark, StatedMarks } from '../../../contract/cars/marks.ts'
import type { Config } from '../../config/config.ts'
import { toShownPhoto } from '../../gateways/images/photo-addresses.ts'

/** Returns the marks without the photos that the car no longer has. */
export function removeLostPhotos(stated: StatedMarks | null, images: readonly string[]): StatedMarks | null {
  const isLost = ({ photo }: Mark) => photo !== null && !images.includes(photo)
  if (!stated?.marks.some(isLost)) return stated
  return { ...stated, marks: stated.marks.map((mark) => (isLost(mark) ? { ...mark, photo: null } : mark)) }
}

/**
 * Returns the marks that a seller states. The time changes only if a mark other than its photo does.
 * @param sent undefined if the request does not contain them, so that they stay unchanged
 */
export function stateMarks(
  sent: readonly Mark[] | null | undefined,
  current: StatedMarks | null,
  now: Date,
): StatedMarks | null {
  if (sent === undefined) return current
  if (sent === null) return null
  const isSame = current !== null && removeMarkPhotos(sent) === removeMarkPhotos(current.marks)
  return { marks: [...sent], marksAt: isSame ? current.marksAt : now.toISOString() }
}

/** Returns a text that is equal for equal marks. The input schema has put their fields in a fixed order. */
function removeMarkPhotos(marks: readonly Mark[]): string {
  return JSON.stringify(marks.map((mark) => ({ ...mark, photo: null })))
}

/** Converts marks to the API's fields. */
export function toWireMarks(
  stated: StatedMarks | null,
  config: Config,
): { marks: Mark[] | null; marksAt: string | null } {
  if (!stated) return { marks: null, marksAt: null }
  const marks = stated.marks.map((mark) => ({
    ...mark,
    photo: mark.photo === null ? null : toShownPhoto(mark.photo, config),
  }))
  return { marks, marksAt: stated.marksAt }
}
