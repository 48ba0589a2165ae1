export const ROW_HEIGHT = 36
export const HEAD_HEIGHT = 32

/**
 * Maximum height in pixels. Browsers limit an element's height to about 33 million pixels (2^25 in
 * Chromium). From 2^24 on, they can place it only at every other pixel.
 */
const MAX_HEIGHT_PX = 15_000_000

/**
 * The positions of the rows in a scrolling box. If the rows exceed the maximum height, they move
 * faster than the box scrolls.
 */
export interface RowPlaces {
  /** Total height of the rows in pixels, up to the maximum height. */
  height: number
  /** Returns the total height, in pixels, of the rows above the visible area. */
  passed: (scrollTop: number) => number
  /** Returns a row's offset in pixels from the top edge of the rows. */
  topOf: (index: number, scrollTop: number) => number
  /**
   * Returns the scroll position that brings the row into view, centered if it was far away. It does
   * not change if the row is already in view.
   */
  scrollTo: (index: number, scrollTop: number) => number
}

/**
 * Computes the positions of the rows.
 * @param viewHeight height of the visible area in pixels
 */
export function createRowPlaces(count: number, viewHeight: number): RowPlaces {
  const fullHeight = count * ROW_HEIGHT
  const height = Math.min(fullHeight, MAX_HEIGHT_PX)
  const speed = fullHeight > height ? (fullHeight - viewHeight) / (height - viewHeight) : 1
  const passed = (scrollTop: number) => scrollTop * speed
  return {
    height,
    passed,
    topOf: (index, scrollTop) => index * ROW_HEIGHT - Math.round(passed(scrollTop) - scrollTop),
    scrollTo(index, scrollTop) {
      const top = index * ROW_HEIGHT
      const bottomAlignedTop = top + ROW_HEIGHT - viewHeight
      const passedHeight = passed(scrollTop)
      if (top < passedHeight - viewHeight || bottomAlignedTop > passedHeight + viewHeight)
        return Math.max(0, (top + bottomAlignedTop) / 2 / speed)
      if (top < passedHeight) return top / speed
      return bottomAlignedTop > passedHeight ? bottomAlignedTop / speed : scrollTop
    },
  }
}
