import * as z from 'zod'
import { imageUrl, lineText, oneOf } from '../api/fields.ts'
import { markViews } from './mark-areas.ts'
import { MAX_MARK_NOTE_LENGTH, MAX_MARKS, markKinds, markSizes } from './marks.ts'

/** A point in percent of a drawing, rounded to a tenth. */
const percent = z
  .number()
  .min(0)
  .max(100)
  .overwrite((value) => Math.round(value * 10) / 10)

const mark = z.object({
  view: oneOf(markViews),
  x: percent,
  y: percent,
  kind: oneOf(markKinds),
  size: oneOf(markSizes),
  note: lineText(MAX_MARK_NOTE_LENGTH).default(''),
  /** The URL of one of the car's photos. */
  photo: imageUrl.nullable().default(null),
})

/** The marks of a car. Null if the seller states nothing, and empty if the seller states that the car has no marks. */
export const marksInput = z
  .array(mark, `Send a list of at most ${MAX_MARKS} marks.`)
  .max(MAX_MARKS)
  .nullable()

/** The marks of a car in API responses. */
export const shownMarks = z
  .array(
    z.object({
      view: z.enum(markViews),
      /** The place in percent of the drawing, from the left and the top. */
      x: z.number(),
      y: z.number(),
      kind: z.enum(markKinds),
      size: z.enum(markSizes),
      note: z.string(),
      photo: z.string().nullable(),
    }),
  )
  .nullable()
