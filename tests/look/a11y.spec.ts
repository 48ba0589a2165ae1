import { expect, test } from '@playwright/test'
import { findBarriers, measureSidewaysScroll } from '../support/axe.ts'
import { findSmallTargets } from '../support/targets.ts'
import {
  createVisitorContext,
  iterateLooks,
  loadTourData,
  pageTour,
  visit,
  type TourData,
} from '../support/tour.ts'
import { stateTour } from '../support/tour-states.ts'

/** Widths in pixels in addition to the two that axe checks: phones, a tablet, and small and large screens. */
const MORE_WIDTHS = [320, 390, 768, 1024, 1920, 2560]

let tourData: TourData

test.beforeAll(async ({ baseURL }) => {
  tourData = await loadTourData(baseURL!)
})

for (const stop of [...pageTour, ...stateTour]) {
  test(stop.name, async ({ browser, baseURL }) => {
    const context = await createVisitorContext(browser, tourData, stop.as, baseURL!)
    const page = await context.newPage()
    await visit(page, stop, tourData)
    for await (const { width, theme } of iterateLooks(page, stop, [1440, 320])) {
      expect.soft(await findBarriers(page), `${width} px, ${theme}`).toEqual([])
      expect.soft(await measureSidewaysScroll(page), `${width} px: pixels wider than the window`).toBe(0)
    }
    for (const width of MORE_WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      // The layout adapts to the new size a moment later.
      await expect
        .configure({ soft: true })
        .poll(() => measureSidewaysScroll(page), { message: `${width} px: pixels wider than the window` })
        .toBe(0)
      if (width < 640)
        expect.soft(await findSmallTargets(page), `${width} px: what a finger may miss`).toEqual([])
    }
    await context.close()
  })
}
