import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Rules that only colors can break. They suffice if the page has already been checked in the other theme. */
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * Returns axe's violations on the page in its current state, one line per element: rule, location, and
 * reason. Afterward, the page has no more motion.
 * @param isRecolored true if only the theme has changed since the last check
 */
export async function findBarriers(page: Page, { isRecolored = false } = {}): Promise<string[]> {
  // Motion that begins while axe runs, such as a disappearing message, ends immediately.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await endOfMotion(page)
  // The axe source is half a megabyte, so each page loads it only once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(findViolations, {
    runOnly: isRecolored ? colorRules : tags,
    // Listing the elements of passed rules would take most of the time.
    resultTypes: ['violations'],
    // The only frames are Stripe's, which are not checked.
    iframes: false,
  } satisfies RunOptions)
}

/** Runs in the page, so only the violations are transferred from it. */
async function findViolations(options: RunOptions): Promise<string[]> {
  const { violations } = await window.axe!.run(options)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const reason = failureSummary.split('\n').slice(1).join(' ').replaceAll(/\s+/g, ' ').trim()
      return `${id} at ${target.join(' ')}: ${reason}`
    }),
  )
}

/**
 * Waits until all motion has ended. Intermediate colors, between two themes or while a dialog fades in, are
 * not part of the design.
 */
function endOfMotion(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const moving = () =>
      document.getAnimations().filter(
        ({ playState, effect, timeline }) =>
          // Motion that is driven by a scroll bar has no end.
          timeline === document.timeline &&
          playState === 'running' &&
          effect?.getComputedTiming().endTime !== Infinity,
      )
    // A newly opened element starts to move one frame after it is first drawn. An inherited color starts to
    // change once its source color has reached the final value.
    do {
      await Promise.all(moving().map(({ finished }) => finished.catch(() => undefined)))
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    } while (moving().length > 0)
  })
}

/**
 * Returns by how many pixels the page is wider than its window. Zero at 320 px is WCAG's reflow criterion.
 */
export function measureSidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
