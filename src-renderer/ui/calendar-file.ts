const CRLF = '\r\n'
/** Maximum octets per line, excluding the line break (RFC 5545, 3.1). */
const MAX_OCTETS = 75
const HOUR_MS = 3_600_000

export interface Meeting {
  /** A stable ID, so importing the file again moves the existing event. */
  id: string
  title: string
  place: string
  notes: string
  start: Date
  /** True if both sides have agreed on the time. */
  isAgreed?: boolean
}

/** Builds a calendar file with one one-hour meeting (RFC 5545). */
export function buildCalendarFile(
  { id, title, place, notes, start, isAgreed = false }: Meeting,
  now: Date,
): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kerblight//Kerblight//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@kerblight`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(new Date(start.getTime() + HOUR_MS))}`,
    `SUMMARY:${escapeText(title)}`,
    `LOCATION:${escapeText(place)}`,
    `DESCRIPTION:${escapeText(notes)}`,
    `STATUS:${isAgreed ? 'CONFIRMED' : 'TENTATIVE'}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join(CRLF)
}

/** Returns 5 PM tomorrow, local time, as a suggestion. */
export function suggestHandoverTime(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 17)
}

/** Formats a date in UTC, such as `20261122T010000Z`. */
function utc(date: Date): string {
  return date.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

/** Escapes text (RFC 5545, 3.3.11). Forbidden control characters become spaces. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\n|\r/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ')
}

/** Folds a long line, which continues on the next line after a space. Multi-byte characters are not split. */
function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > MAX_OCTETS) {
      folded += `${CRLF} `
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
