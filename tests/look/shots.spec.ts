import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { root } from '../../scripts/lib/root.ts'
import {
  createVisitorContext,
  iterateLooks,
  loadTourData,
  pageTour,
  visit,
  type TourData,
} from '../support/tour.ts'
import { stateTour } from '../support/tour-states.ts'

const folder = join(root, 'shots')
let tourData: TourData

test.beforeAll(async ({ baseURL }) => {
  mkdirSync(folder, { recursive: true })
  tourData = await loadTourData(baseURL!)
})

for (const stop of [...pageTour, ...stateTour]) {
  test(stop.name, async ({ browser, baseURL }) => {
    const context = await createVisitorContext(browser, tourData, stop.as, baseURL!)
    const page = await context.newPage()
    await visit(page, stop, tourData)
    for await (const { width, theme } of iterateLooks(page, stop, [1440, 768, 320])) {
      await page.screenshot({
        path: join(folder, `${stop.name}-${width}-${theme}.png`),
        // An overlay covers only the window, so the screenshot omits the rest of the page.
        fullPage: stop.open === undefined,
        animations: 'disabled',
      })
    }
    await context.close()
  })
}
