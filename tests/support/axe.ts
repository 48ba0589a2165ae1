import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Rules that only colors can break, for a page that was already checked in the other theme. */
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * Returns the violations that axe finds on the page in its current state, one line per element: rule,
 * location, and reason. The page no longer moves from then on.
 * @param isRecolored true if only the theme has changed since the page was last checked
 */
export async function findBarriers(page: Page, { isRecolored = false } = {}): Promise<string[]> {
  // Motion that begins while axe runs, such as a disappearing message, ends immediately.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await endOfMotion(page)
  // The source of axe is loaded only once per page, because it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(findViolations, {
    runOnly: isRecolored ? colorRules : tags,
    // Passed rules are not reported, because naming their elements takes most of the time.
    resultTypes: ['violations'],
    // The only frames are Stripe's.
    iframes: false,
  } satisfies RunOptions)
}

/** Runs in the page, so that only lines are returned from it. */
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
 * Waits until motion ends. Colors halfway between two themes, or of a dialog that fades in, are not a design
 * decision.
 */
function endOfMotion(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const moving = () =>
      document.getAnimations().filter(
        ({ playState, effect, timeline }) =>
          // Motion that a scroll bar drives has no end.
          timeline === document.timeline &&
          playState === 'running' &&
          effect?.getComputedTiming().endTime !== Infinity,
      )
    // A newly opened element begins to move one frame after it is first drawn. An inherited color begins to
    // change once the color that it inherits has reached its end.
    do {
      await Promise.all(moving().map(({ finished }) => finished.catch(() => undefined)))
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    } while (moving().length > 0)
  })
}

/**
 * Returns the number of pixels by which the page is wider than its window. Zero at 320 px is WCAG's reflow
 * criterion.
 */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
