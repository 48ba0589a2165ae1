import { formatCount } from '../number-format.ts'
import { findMarkArea, type MarkView } from './mark-areas.ts'

export const markKinds = ['scratch', 'dent', 'chip', 'rust', 'crack', 'wear', 'other'] as const
export type MarkKind = (typeof markKinds)[number]

export const markKindLabels: Record<MarkKind, string> = {
  scratch: 'Scratch',
  dent: 'Dent',
  chip: 'Chip',
  rust: 'Rust',
  crack: 'Crack',
  wear: 'Wear',
  other: 'Other',
}

export const markSizes = ['small', 'medium', 'large'] as const
export type MarkSize = (typeof markSizes)[number]

export const markSizeLabels: Record<MarkSize, string> = {
  small: 'Up to 2 in',
  medium: '2 to 6 in',
  large: 'Over 6 in',
}

export const MAX_MARKS = 40
export const MAX_MARK_NOTE_LENGTH = 200

/** A place where a car is damaged or worn. */
export interface Mark {
  view: MarkView
  /** The place in percent of the drawing of that view, from the left and the top. */
  x: number
  y: number
  kind: MarkKind
  size: MarkSize
  note: string
  /** The URL of one of the car's photos, or null. */
  photo: string | null
}

/** The marks that a seller has stated, and when. An empty list states that the car has no marks. */
export interface StatedMarks {
  marks: Mark[]
  marksAt: string
}

/** Returns the part of the car that the mark is on, such as `Driver’s door`. */
export function getMarkPlace({ view, x, y }: Pick<Mark, 'view' | 'x' | 'y'>): string {
  return findMarkArea(view, x, y).label
}

/** The fields of a mark that its description contains. */
type MarkText = Omit<Mark, 'note' | 'photo'> & { note?: string | undefined }

/** Returns a mark's kind, size, and place, such as `Dent, 2 to 6 in, driver’s door`. */
export function formatMarkTitle(mark: MarkText): string {
  const place = getMarkPlace(mark)
  const size = markSizeLabels[mark.size]
  return [
    mark.kind === 'other' ? 'Other mark' : markKindLabels[mark.kind],
    size.charAt(0).toLowerCase() + size.slice(1),
    place.charAt(0).toLowerCase() + place.slice(1),
  ].join(', ')
}

/** Returns a line per mark, such as `1. Scratch, up to 2 in, hood: Barely visible`. */
export function formatMarkLines(marks: readonly MarkText[]): string[] {
  return marks.map(
    (mark, index) => `${index + 1}. ${formatMarkTitle(mark)}${mark.note ? `: ${mark.note}` : ''}`,
  )
}

/** Reads the stored form of a car's marks. A value that is not a string states nothing. */
export function readStatedMarks(stored: unknown): StatedMarks | null {
  return typeof stored === 'string' ? (JSON.parse(stored) as StatedMarks) : null
}

/** Returns `4 marks`, `No marks`, or an empty string if the seller has stated nothing. */
export function countMarks(stated: Pick<StatedMarks, 'marks'> | null): string {
  if (!stated) return ''
  return stated.marks.length === 0 ? 'No marks' : formatCount(stated.marks.length, 'mark')
}

/**
 * Returns `4 marks noted by the seller on Nov 19`, or `The seller says: no marks`.
 * @param day the day when the seller stated the marks
 */
export function summarizeMarks(marks: readonly Mark[], day: string): string {
  if (marks.length === 0) return 'The seller says: no marks'
  return `${formatCount(marks.length, 'mark')} noted by the seller on ${day}`
}

/**
 * Describes how a seller changed the marks, such as `2 marks added, 1 mark removed`. A mark at the same place
 * counts as changed, not as removed and added.
 */
export function describeMarkChange(before: StatedMarks | null, after: StatedMarks | null): string {
  if (!after) return 'No longer stated'
  if (after.marks.length === 0) return 'The seller says: no marks'
  const [old, now] = [byPlace(before?.marks ?? []), byPlace(after.marks)]
  const added = [...now.keys()].filter((place) => !old.has(place)).length
  const removed = [...old.keys()].filter((place) => !now.has(place)).length
  const changed = [...now].filter(([place, text]) => old.has(place) && old.get(place) !== text).length
  const parts = [
    added > 0 && `${formatCount(added, 'mark')} added`,
    removed > 0 && `${formatCount(removed, 'mark')} removed`,
    changed > 0 && `${formatCount(changed, 'mark')} changed`,
  ]
  return parts.filter(Boolean).join(', ') || `${formatCount(after.marks.length, 'mark')} in another order`
}

/** Indexes marks by their place. Marks at the same place are numbered. */
function byPlace(marks: readonly Mark[]): Map<string, string> {
  const groups = Map.groupBy(marks, ({ view, x, y }) => `${view} ${x} ${y}`)
  return new Map(
    [...groups].flatMap(([place, group]) =>
      group.map((mark, index) => [`${place} ${index}`, JSON.stringify(mark)] as const),
    ),
  )
}
