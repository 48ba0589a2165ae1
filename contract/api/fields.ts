import * as z from 'zod'
import { figure } from '../figure.ts'
import { chooseOne } from './input-messages.ts'
import { exportFormats } from './list-export.ts'
import { strings } from '../strings.ts'

/** Building blocks shared by the features' schemas. Lengths are those of `access.md`. */

/**
 * Trimmed text of at most `max` characters. Control characters other than line breaks and tabs are refused.
 * @param missing what is said where there is no text at all
 */
export function text(max: number, missing?: string) {
  return z
    .string(missing)
    .trim()
    .max(max, { error: () => `Use at most ${figure(max)} characters.` })
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, 'Remove control characters.')
}

/** The same in one line: what breaks it, such as in the cell of a workbook, becomes a space. */
export function lineText(max: number, missing?: string) {
  return text(max, missing).overwrite((value) => value.replace(/\s+/g, ' '))
}

/** Nothing in it breaks the line, turns the direction of what follows, or is half a character. */
const oneLine = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u

/** One line of at most `max` characters, as a server's settings have it. */
export function line(max: number) {
  return z.string().max(max).regex(oneLine, 'must be one line of text')
}

/**
 * What somebody is called: one line, with a letter or digit that is seen.
 * @param missing what is said where there is none
 */
export function personName(max: number, missing: string) {
  return text(max, missing)
    .regex(oneLine, 'Use one line of plain text.')
    .regex(/(?!\p{DI})[\p{L}\p{N}]/u, missing)
}

export function requiredText(max: number, message: string) {
  return text(max, message).min(1, message)
}

export function requiredLine(max: number, message: string) {
  return lineText(max, message).min(1, message)
}

/**
 * An address in the one form that is kept: the ASCII of WHATWG's valid email address (html.spec.whatwg.org), lowercase.
 * Nothing is trimmed or folded into that form: what looks alike would end up as somebody else's.
 */
export const email = emailOf(
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/,
)

/** The same address typed with or without capitals. The pattern admits ASCII only, so lowercasing merges no two letters. */
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

/** With its code, as what stands for another letter often looks like it, or like nothing. */
function nameCharacter(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `“${character}” (U+${code})` : `the character U+${code}`
}

/** An opaque id as the server makes them: 128 random bits, base64url. */
export const id = z.string('Send an ID.').regex(/^[\w-]{1,64}$/, 'This isn’t a valid ID.')

/** One of a fixed set of words. */
export function oneOf<const T extends readonly string[]>(options: T) {
  return z.enum(options, { error: () => chooseOne(options) })
}

/** In a query: set, or left out. */
export const flag = z.literal('1', 'Send 1, or omit this.')

/** @param wrong what is said of anything but a number, if not its bounds */
export function wholeNumber(min: number, max: number, wrong?: string) {
  return z
    .number(wrong ?? wholeNumberFrom(min, max))
    .int()
    .min(min)
    .max(max)
}

/** The same in a query, where numbers come as text. */
export function wholeNumberText(min: number, max: number) {
  return z.coerce.number(wholeNumberFrom(min, max)).int().min(min).max(max)
}

function wholeNumberFrom(min: number, max: number) {
  // Made when it is needed: to write a figure out takes longer than all the rest of a schema.
  return { error: () => `Enter a whole number from ${figure(min)} to ${figure(max)}.` }
}

/** A price as typed: text or a number, kept as text. */
export const priceText = z
  .union(
    [text(32), z.number().finite().nonnegative()],
    'Enter a price of at most 32 characters, such as 24,900.',
  )
  .transform(String)

export const idParams = z.object({ id })
export const emailParams = z.object({ email })
export const emailQuery = z.object({ email })

export const NOT_A_CURSOR = 'Use the cursor from the list’s Link header.'

/** Additive paging of every list: `limit` (default 100, at most 200) and the `cursor` that `Link` named. */
export const paging = {
  limit: wholeNumberText(1, 200).default(100),
  cursor: z
    .string(NOT_A_CURSOR)
    .regex(/^[\w-]{1,400}$/)
    .optional(),
}
export const pageQuery = z.object(paging)

/** Of a list: all that is found, as a file, instead of a page of it. */
export const exported = { format: oneOf(exportFormats).optional() }
/** Of a list that is not narrowed. */
export const exportedQuery = z.object({ ...paging, ...exported })
/** Of one that anyone may read: its file is for who is signed in. */
export const exportProblems = ['sign-in-needed'] as const
/** Of one that comes whole. */
export const exportedWhole = z.object(exported)

export const inserted = z.object({ acknowledged: z.literal(true), insertedId: z.string() })
export const modified = z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() })
/** There while `POST /undo/{id}` can take it back. */
export const undoId = z.string().optional()
export const deleted = z.object({
  acknowledged: z.literal(true),
  deletedCount: z.number().int(),
  undoId,
})

/** A picture's address. */
export const imageUrl = z.string('Enter a photo URL of at most 500 characters.').max(500)
/** A moment, UTC, ISO 8601. */
export const isoTime = z.string()

const ASK_FOR_ZONE = 'Send a time zone, such as America/New_York.'

/** The IANA name of the time zone in which days and months begin; UTC if none is sent. */
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
 * When a rule on some fields of an object is asked: as soon as those are right, whatever the others are. By itself, zod
 * asks it only once all of them are.
 */
export function ruleOn(...fields: readonly PropertyKey[]) {
  return ({ issues }: z.core.ParsePayload): boolean =>
    issues.every(
      ({ path: [field] = [], continue: isMild }) =>
        isMild || (field !== undefined && !fields.includes(field)),
    )
}
