const CRLF = '\r\n'
/** Octets in a line, its break not counted (RFC 5545, 3.1). */
const MAX_OCTETS = 75
const HOUR_MS = 3_600_000

export interface Meeting {
  /** The same for the same meeting: a second import moves the first one. */
  id: string
  title: string
  place: string
  notes: string
  start: Date
}

/** A calendar with one meeting of an hour, not agreed yet (RFC 5545). */
export function calendarFile({ id, title, place, notes, start }: Meeting, now: Date): string {
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
    'STATUS:TENTATIVE',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join(CRLF)
}

/** Tomorrow at five, where the reader is: a time to propose, which they move. */
export function proposedTime(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 17)
}

/** `20261122T010000Z` */
function utc(date: Date): string {
  return date.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

/** RFC 5545, 3.3.11; other control characters have no place in a text. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\n|\r/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ')
}

/** A longer line goes on in the next, after a space; no character is broken. */
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
