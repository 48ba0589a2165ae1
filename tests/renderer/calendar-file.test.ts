import { describe, expect, it } from 'vitest'
import { buildCalendarFile, suggestHandoverTime } from '../../src-renderer/ui/calendar-file.ts'

const now = new Date('2026-11-21T22:15:30.250Z')
const meeting = {
  id: 'Zm9vYmFyYmF6cXV4MTIzNA',
  title: 'Pick up the 2021 Tesla Model 3',
  place: 'Pier 39, gate 2; by the clock',
  notes: 'Call Tom\\Hale.\r\nReceipt: https://cars.example/x',
  start: new Date('2026-11-23T01:00:00Z'),
}

/** Returns the file's lines, unfolded (RFC 5545, 3.1). */
function linesOf(file: string): string[] {
  return file.replaceAll('\r\n ', '').split('\r\n')
}

describe('the calendar file of a meeting', () => {
  it('has every required property, and a tentative time', () => {
    const lines = linesOf(buildCalendarFile(meeting, now))
    expect(lines).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Kerblight//Kerblight//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:Zm9vYmFyYmF6cXV4MTIzNA@kerblight',
      'DTSTAMP:20261121T221530Z',
      'DTSTART:20261123T010000Z',
      'DTEND:20261123T020000Z',
      'SUMMARY:Pick up the 2021 Tesla Model 3',
      String.raw`LOCATION:Pier 39\, gate 2\; by the clock`,
      String.raw`DESCRIPTION:Call Tom\\Hale.\nReceipt: https://cars.example/x`,
      'STATUS:TENTATIVE',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('ignores properties injected through user input', () => {
    const meetingPlace = 'Here\nEND:VEVENT\r\nBEGIN:VEVENT\u0000\u000bATTENDEE:mailto:a@b.test'
    const file = buildCalendarFile({ ...meeting, place: meetingPlace }, now)
    expect(linesOf(file).filter((line) => line.startsWith('BEGIN:VEVENT'))).toHaveLength(1)
    expect(linesOf(file).find((line) => line.startsWith('ATTENDEE'))).toBeUndefined()
    // Every line break is a complete CRLF, so no other control character remains.
    expect(file.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
  })

  it('folds lines at 75 octets between characters', () => {
    for (const title of ['Škoda 🚗 '.repeat(20), 'x'.repeat(200)]) {
      const file = buildCalendarFile({ ...meeting, title }, now)
      for (const line of file.split('\r\n'))
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
      expect(file).not.toContain('\ufffd')
      expect(linesOf(file)).toContain(`SUMMARY:${title}`)
    }
  })

  it('proposes tomorrow at five, even across the end of a year', () => {
    expect(suggestHandoverTime(new Date(2026, 11, 31, 23, 59))).toEqual(new Date(2027, 0, 1, 17))
  })
})
