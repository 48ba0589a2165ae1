import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Of a page that has been looked at in the other theme: what its colors alone may break. */
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds on the page as it is, one line an element: rule, place, reason. From then on the page moves no more.
 * @param isRecolored whether nothing but the theme is another since the page was last looked at
 */
export async function findBarriers(page: Page, { isRecolored = false } = {}): Promise<string[]> {
  // What begins to move while axe is at work, such as a message that goes, is at its end at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await endOfMotion(page)
  // Once a page: its source is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(findViolations, {
    runOnly: isRecolored ? colorRules : tags,
    // What is fine is not told: most of the time goes into naming its elements.
    resultTypes: ['violations'],
    // The only frames are Stripe's.
    iframes: false,
  } satisfies RunOptions)
}

/** In the page, so that lines alone come back. */
async function findViolations(options: RunOptions): Promise<string[]> {
  const { violations } = await window.axe!.run(options)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const reason = failureSummary.split('\n').slice(1).join(' ').replaceAll(/\s+/g, ' ').trim()
      return `${id} at ${target.join(' ')}: ${reason}`
    }),
  )
}

/** Colours half way from one theme to the other, or of a dialog that fades in, are nobody's choice. */
function endOfMotion(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const moving = () =>
      document.getAnimations().filter(
        ({ playState, effect, timeline }) =>
          // What moves with a scroll bar has no end.
          timeline === document.timeline &&
          playState === 'running' &&
          effect?.getComputedTiming().endTime !== Infinity,
      )
    // What has just opened begins to move with the frame after the one that it is first drawn in; and a color that is
    // inherited, once the one that it is inherited from has come to its end.
    do {
      await Promise.all(moving().map(({ finished }) => finished.catch(() => undefined)))
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    } while (moving().length > 0)
  })
}

/** How many pixels the page is wider than its window; none at 320 px is WCAG's reflow. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
