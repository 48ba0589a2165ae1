import * as z from 'zod'
import { formatNumber } from '../number-format.ts'
import { chooseOne } from './input-messages.ts'
import { exportFormats } from './list-export.ts'
import { strings } from '../strings.ts'

/** Shared building blocks of the feature schemas. The maximum lengths are product limits. */

/**
 * Builds a schema for a trimmed string. Control characters other than line breaks and tabs are rejected.
 * @param missing the error message for an empty string
 */
export function text(max: number, missing?: string) {
  return z
    .string(missing)
    .trim()
    .max(max, { error: () => `Use at most ${formatNumber(max)} characters.` })
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, 'Remove control characters.')
}

/**
 * Builds a schema like `text`, in which line breaks, such as those in a workbook cell, become spaces. Characters
 * that change the direction of the text are removed, because they could disguise it.
 */
export function lineText(max: number, missing?: string) {
  return text(max, missing).overwrite((value) =>
    value.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').replace(/\s+/g, ' '),
  )
}

/**
 * A string without line breaks, control characters, bidirectional formatting characters, and lone surrogates.
 */
const oneLine = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u

/** Builds a schema for one line of text in a server's settings. */
export function line(max: number) {
  return z.string().max(max).regex(oneLine, 'must be one line of text')
}

/**
 * Builds a schema for a name: one line with at least one visible letter or digit.
 * @param missing the error message if there is no name
 */
export function personName(max: number, missing: string) {
  return text(max, missing)
    .regex(oneLine, 'Use one line of plain text.')
    .regex(/(?!\p{DI})[\p{L}\p{N}]/u, missing)
}

export function requiredText(max: number, message: string) {
  return text(max, message).min(1, message)
}

/** Builds a schema for one line with at least one visible character. A blank braille pattern is invisible as well. */
export function requiredLine(max: number, message: string) {
  return lineText(max, message).regex(/(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u, message)
}

/**
 * An email address as stored: valid per WHATWG (html.spec.whatwg.org), ASCII, and lowercase. Other
 * input is rejected, not normalized: a normalized lookalike could match another person's email address.
 */
export const email = emailOf(
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/,
)

/**
 * An email address typed in any case. The pattern allows ASCII only, so lowercasing never merges two
 * different letters.
 */
export const emailInAnyCase = emailOf(
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/,
).toLowerCase()

function emailOf(form: RegExp) {
  return z
    .string(strings.register.emailInvalid)
    .max(254, 'Use at most 254 characters.')
    .regex(form, { error: ({ input }) => describeBadEmail(String(input), form) })
}

function describeBadEmail(address: string, form: RegExp): string {
  const { emailInvalid } = strings.register
  const [foreign] = /[^\x21-\x7e]/u.exec(address) ?? []
  if (foreign === ' ') return `${emailInvalid}: remove the spaces.`
  if (foreign !== undefined) return `${emailInvalid}: use letters from a to z, not ${nameCharacter(foreign)}.`
  return form.test(address.toLowerCase()) ? `${emailInvalid}: use lowercase letters.` : emailInvalid
}

/**
 * Returns the character with its code point. Lookalikes and invisible characters are otherwise hard to
 * recognize.
 */
function nameCharacter(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `“${character}” (U+${code})` : `the character U+${code}`
}

/** An opaque ID. The server generates 128 random bits in base64url. */
export const id = z.string('Send an ID.').regex(/^[\w-]{1,64}$/, 'This isn’t a valid ID.')

export function oneOf<const T extends readonly string[]>(options: T) {
  return z.enum(options, { error: () => chooseOne(options) })
}

/** A query flag. The only valid value is `1`; omitting it means false. */
export const flag = z.literal('1', 'Send 1, or omit this.')

/**
 * Builds a schema for a whole number.
 * @param wrong the error message for input that is not a number. By default, it states the bounds
 */
export function wholeNumber(min: number, max: number, wrong?: string) {
  return z
    .number(wrong ?? wholeNumberFrom(min, max))
    .int()
    .min(min)
    .max(max)
}

/** Builds a schema for a whole number in a query string. */
export function wholeNumberText(min: number, max: number) {
  return z.coerce.number(wholeNumberFrom(min, max)).int().min(min).max(max)
}

function wholeNumberFrom(min: number, max: number) {
  // The message is built lazily: formatting the figures takes longer than building the rest of a schema.
  return { error: () => `Enter a whole number from ${formatNumber(min)} to ${formatNumber(max)}.` }
}

/** A typed price. It may be sent as a string or a number, and is stored as a string. */
export const priceText = z
  .union(
    [text(32), z.number().finite().nonnegative()],
    'Enter a price of at most 32 characters, such as 24,900.',
  )
  .transform(String)

const ENTER_ZIP = 'Enter a ZIP code of five digits, such as 44304.'

/**
 * A ZIP code, or an empty string for none. The four digits of a ZIP+4 code are removed, because they would
 * disclose the street.
 */
export const zipCode = z
  .string(ENTER_ZIP)
  .trim()
  .overwrite((typed) => typed.replace(/^(\d{5})-\d{4}$/, '$1'))
  .regex(/^(?:\d{5})?$/, ENTER_ZIP)

export const idParams = z.object({ id })
export const emailParams = z.object({ email })
export const emailQuery = z.object({ email })

export const NOT_A_CURSOR = 'Use the cursor from the list’s Link header.'

/** Paging for every list: `limit` (default 100, maximum 200) and the `cursor` from the `Link` header. */
export const paging = {
  limit: wholeNumberText(1, 200).default(100),
  cursor: z
    .string(NOT_A_CURSOR)
    .regex(/^[\w-]{1,400}$/)
    .optional(),
}
export const pageQuery = z.object(paging)

/** The query field that exports the whole list as a file. */
export const exported = { format: oneOf(exportFormats).optional() }
export const exportedQuery = z.object({ ...paging, ...exported })
/** Anyone may read a public list, but only signed-in users may export it. */
export const exportProblems = ['sign-in-needed'] as const
export const unpagedExportQuery = z.object(exported)

export const inserted = z.object({ acknowledged: z.literal(true), insertedId: z.string() })
export const modified = z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() })
/** The ID for `POST /undo/{id}`, while the change can be undone. */
export const undoId = z.string().optional()
export const deleted = z.object({
  acknowledged: z.literal(true),
  deletedCount: z.number().int(),
  undoId,
})

export const imageUrl = z.string('Enter a photo URL of at most 500 characters.').max(500)
/** A UTC timestamp in ISO 8601 format. */
export const isoTime = z.string()

const ASK_FOR_ZONE = 'Send a time zone, such as America/New_York.'

/** The IANA time zone that determines where days and months begin. The default is UTC. */
export const timeZone = z
  .string(ASK_FOR_ZONE)
  .max(64, ASK_FOR_ZONE)
  .refine(isTimeZone, ASK_FOR_ZONE)
  .default('UTC')

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== undefined
  } catch {
    return false
  }
}

/**
 * Builds a `when` condition that runs a refinement once the given fields are valid. By default, zod waits for
 * all fields.
 */
export function createFieldCondition(...fields: readonly PropertyKey[]) {
  return ({ issues }: z.core.ParsePayload): boolean =>
    issues.every(
      ({ path: [field] = [], continue: isMild }) =>
        isMild || (field !== undefined && !fields.includes(field)),
    )
}
