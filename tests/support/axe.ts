import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Of a page that has been looked at in the other theme: what its colors alone may break. */
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds on the page as it is, one line an element: rule, place, reason.
 * @param isRecolored whether nothing but the theme is another since the page was last looked at
 */
export async function findBarriers(page: Page, { isRecolored = false } = {}): Promise<string[]> {
  await endOfMotion(page)
  // Without legacy mode each run opens a page of its own to gather frames' findings; the only frames are Stripe's.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (isRecolored ? axe.withRules(colorRules) : axe.withTags(tags)).analyze()
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
    // What has just opened begins to move with the frame after the one that it is first drawn in.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    const ending = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  })
}

/** How many pixels the page is wider than its window; none at 320 px is WCAG's reflow. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
