import { expect, test } from '@playwright/test'
import { findBarriers, sidewaysScroll } from '../support/axe.ts'
import { smallTargets } from '../support/targets.ts'
import { contextFor, eachLook, loadTourData, pageTour, visit, type TourData } from '../support/tour.ts'
import { stateTour } from '../support/tour-states.ts'

/** Widths in pixels in addition to the two that axe checks: phones, a tablet, and small and large screens. */
const MORE_WIDTHS = [320, 390, 768, 1024, 1920, 2560]

let tourData: TourData

test.beforeAll(async ({ baseURL }) => {
  tourData = await loadTourData(baseURL!)
})

for (const stop of [...pageTour, ...stateTour]) {
  test(stop.name, async ({ browser, baseURL }) => {
    const context = await contextFor(browser, tourData, stop.as, baseURL!)
    const page = await context.newPage()
    await visit(page, stop, tourData)
    for await (const { width, theme } of eachLook(page, stop, [1440, 320])) {
      expect.soft(await findBarriers(page), `${width} px, ${theme}`).toEqual([])
      expect.soft(await sidewaysScroll(page), `${width} px: pixels wider than the window`).toBe(0)
    }
    for (const width of MORE_WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      // The layout adapts to the new size a moment later.
      await expect
        .configure({ soft: true })
        .poll(() => sidewaysScroll(page), { message: `${width} px: pixels wider than the window` })
        .toBe(0)
      if (width < 640)
        expect.soft(await smallTargets(page), `${width} px: what a finger may miss`).toEqual([])
    }
    await context.close()
  })
}
