import { describe, expect, it } from 'vitest'
import { ROW_HEIGHT, createRowPlaces } from '../../src-renderer/ui/table/console/row-places.ts'

const SHOWN = 720

describe.each([12, 1000, 1_000_000, 30_000_000])('the positions of %i rows', (count) => {
  const positions = createRowPlaces(count, SHOWN)
  const end = Math.max(0, positions.height - SHOWN)
  const onScreen = (index: number, scrollTop: number) => positions.topOf(index, scrollTop) - scrollTop

  it('fit within the height that a browser can scroll', () => {
    expect(positions.height).toBeLessThan(2 ** 24)
  })

  it('show the first row at the top and the last row at the bottom', () => {
    expect(onScreen(0, 0)).toBe(0)
    expect(onScreen(count - 1, end) + ROW_HEIGHT).toBeCloseTo(Math.min(SHOWN, count * ROW_HEIGHT), -1)
  })

  it('scroll any row into view, and do not change if it is already in view', () => {
    for (const index of [0, 5, Math.floor(count / 2), count - 1])
      for (const from of [0, end / 3, end]) {
        const to = positions.scrollTo(index, from)
        expect(onScreen(index, to)).toBeGreaterThanOrEqual(-1)
        expect(onScreen(index, to) + ROW_HEIGHT).toBeLessThanOrEqual(SHOWN + 1)
        expect(positions.scrollTo(index, to)).toBeCloseTo(to, 3)
      }
  })

  it('follow one another without gaps', () => {
    expect(onScreen(8, end / 2) - onScreen(7, end / 2)).toBe(ROW_HEIGHT)
  })
})
