export const ROW_HEIGHT = 36
export const HEAD_HEIGHT = 32

/**
 * Maximum height in pixels. Browsers limit an element to about 33 million pixels (2^25 in Chromium), and from
 * 2^24 on they can place it only on every other pixel.
 */
const MAX_HEIGHT = 15_000_000

/**
 * Positions of the rows in a scrolling box. If the rows exceed the box's maximum height, they move faster
 * than the box scrolls.
 */
export interface RowPlaces {
  /** Total height of the rows in pixels, up to the box's maximum height. */
  height: number
  /** Returns the height in pixels of the rows that have been scrolled past. */
  passed: (scrollTop: number) => number
  /** Returns a row's offset in pixels from the top edge of the rows. */
  topOf: (index: number, scrollTop: number) => number
  /**
   * Returns the scroll position that brings the row into view, centered if it was far away. Returns the
   * position unchanged if the row is already in view.
   */
  scrollTo: (index: number, scrollTop: number) => number
}

/**
 * Computes the positions of the rows.
 * @param shown height in pixels of the visible rows
 */
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
