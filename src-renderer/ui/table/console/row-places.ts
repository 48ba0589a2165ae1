export const ROW_HEIGHT = 36
export const HEAD_HEIGHT = 32

/**
 * Browsers give no element more than some 33 million pixels (2^25 in Chromium), and from 2^24 on place it on every other
 * one alone.
 */
const MAX_HEIGHT = 15_000_000

/** Where the rows of a box that scrolls stand. Rows too many for one box go by faster than it scrolls. */
export interface RowPlaces {
  /** Pixels of all rows together, as far as the box has them. */
  height: number
  /** Pixels of rows that have gone by. */
  passed: (scrollTop: number) => number
  /** Pixels below the upper edge of the rows. */
  topOf: (index: number, scrollTop: number) => number
  /** Where to scroll to, so that the row is in sight; in its middle, where it was far away. As it is where it is there already. */
  scrollTo: (index: number, scrollTop: number) => number
}

/** @param shown pixels of rows that are in sight at once */
export function rowPlaces(count: number, shown: number): RowPlaces {
  const full = count * ROW_HEIGHT
  const height = Math.min(full, MAX_HEIGHT)
  const speed = full > height ? (full - shown) / (height - shown) : 1
  const passed = (scrollTop: number) => scrollTop * speed
  return {
    height,
    passed,
    topOf: (index, scrollTop) => index * ROW_HEIGHT - Math.round(passed(scrollTop) - scrollTop),
    scrollTo(index, scrollTop) {
      const top = index * ROW_HEIGHT
      const last = top + ROW_HEIGHT - shown
      const from = passed(scrollTop)
      if (top < from - shown || last > from + shown) return Math.max(0, (top + last) / 2 / speed)
      if (top < from) return top / speed
      return last > from ? last / speed : scrollTop
    },
  }
}
