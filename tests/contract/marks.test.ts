import { describe, expect, it } from 'vitest'
import { findMarkArea, markAreas, markViews } from '../../contract/cars/mark-areas.ts'
import {
  describeMarkChange,
  formatMarkLines,
  formatMarkTitle,
  type Mark,
  type StatedMarks,
} from '../../contract/cars/marks.ts'

const dent: Mark = { view: 'left', x: 43, y: 60, kind: 'dent', size: 'medium', note: '', photo: null }
const stated = (...marks: Mark[]): StatedMarks => ({ marks, marksAt: '2026-11-19T10:00:00.000Z' })

describe('a mark', () => {
  it('is named by its kind, size in inches, and the nearest part of the car', () => {
    expect(formatMarkTitle(dent)).toBe('Dent, 2 to 6 in, driver’s front door')
    expect(formatMarkTitle({ ...dent, view: 'right', x: 57 })).toBe('Dent, 2 to 6 in, passenger’s front door')
    expect(formatMarkTitle({ ...dent, view: 'front', x: 50, y: 80, kind: 'other', size: 'small' })).toBe(
      'Other mark, up to 2 in, front bumper',
    )
  })

  it('is listed with its number and note', () => {
    expect(formatMarkLines([dent, { ...dent, note: 'Paint intact' }])).toEqual([
      '1. Dent, 2 to 6 in, driver’s front door',
      '2. Dent, 2 to 6 in, driver’s front door: Paint intact',
    ])
  })
})

describe('the parts of a car', () => {
  it('are found at their center points', () => {
    for (const area of markAreas) expect(findMarkArea(area.view, area.x, area.y)).toBe(area)
  })

  it('are found by distance in the aspect ratio of the drawing', () => {
    expect(findMarkArea('left', 45, 45).label).toBe('Driver’s front door')
  })

  it('have different names and lie in every view', () => {
    expect(new Set(markAreas.map(({ label }) => label)).size).toBe(markAreas.length)
    expect(new Set(markAreas.map(({ view }) => view))).toEqual(new Set(markViews))
  })
})

describe('a change of marks', () => {
  const scratch: Mark = { ...dent, x: 10, kind: 'scratch' }
  it.each([
    [null, stated(dent, scratch), '2 marks added'],
    [stated(dent), stated(scratch), '1 mark added, 1 mark removed'],
    [stated(dent), stated({ ...dent, note: 'Deep' }), '1 mark changed'],
    [stated(dent, dent), stated(dent), '1 mark removed'],
    [stated(dent), stated(dent, { ...dent, kind: 'rust' }), '1 mark added'],
    [stated(dent, scratch), stated(scratch, dent), '2 marks in another order'],
    [stated(dent), stated(), 'The seller says: no marks'],
    [stated(dent), null, 'No longer stated'],
  ])('is described from %j to %j: %s', (before, after, text) => {
    expect(describeMarkChange(before, after)).toBe(text)
  })
})
