import * as z from 'zod'
import { strings } from './strings.ts'

/** Building blocks shared by the features' schemas. Lengths are those of `access.md`. */

/**
 * Trimmed text of at most `max` characters. Control characters other than line breaks and tabs are refused.
 * @param missing what is said where there is no text at all
 */
export function text(max: number, missing?: string) {
  return (
    z
      .string(missing)
      .trim()
      // Made when it is needed: to write a figure out takes longer than all the rest of a schema.
      .max(max, { error: () => `Please use at most ${max.toLocaleString('en-US')} characters` })
      .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, 'Please leave out control characters')
  )
}

export function requiredText(max: number, message: string) {
  return text(max, message).min(1, message)
}

/**
 * An address in the one form that is kept: the ASCII of WHATWG's valid email address (html.spec.whatwg.org), lowercase.
 * Nothing is trimmed or folded into that form: what looks alike would end up as somebody else's.
 */
export const email = z
  .string()
  .max(254, 'Please use at most 254 characters')
  .regex(
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/,
    { error: ({ input }) => describeBadEmail(String(input)) },
  )

function describeBadEmail(address: string): string {
  const { emailInvalid } = strings.register
  const [foreign] = /[^\x21-\x7e]/u.exec(address) ?? []
  if (foreign === ' ') return `${emailInvalid}: leave out the spaces`
  if (foreign !== undefined) return `${emailInvalid}: use letters from a to z, not ${nameCharacter(foreign)}`
  return /[A-Z]/.test(address) ? `${emailInvalid}: use lowercase letters` : emailInvalid
}

/** With its code, as what stands for another letter often looks like it, or like nothing. */
function nameCharacter(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `“${character}” (U+${code})` : `the character U+${code}`
}

/** An opaque id as the server makes them: 128 random bits, base64url. */
export const id = z.string().regex(/^[\w-]{1,64}$/, 'This is not an id')

/** A price as typed: text or a number, kept as text. */
export const priceText = z
  .union([text(32), z.number().finite().nonnegative()], 'Please enter a price, such as 24,900')
  .transform(String)

export const idParams = z.object({ id })
export const emailParams = z.object({ email })
export const emailQuery = z.object({ email })

/** Additive paging of every list: `limit` (default 100, at most 200) and the `cursor` that `Link` named. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(200).default(100),
  cursor: z
    .string()
    .regex(/^[\w-]{1,400}$/, 'This is not a cursor')
    .optional(),
}
export const pageQuery = z.object(paging)

export const inserted = z.object({ acknowledged: z.literal(true), insertedId: z.string() })
export const modified = z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() })
/** There while `POST /undo/{id}` can take it back. */
export const undoId = z.string().optional()
export const deleted = z.object({
  acknowledged: z.literal(true),
  deletedCount: z.number().int(),
  undoId,
})

export const imageUrl = z.string().max(500)
/** A moment, UTC, ISO 8601. */
export const isoTime = z.string()
