import { pages } from '../../contract/pages.ts'
import { findBarriers, sidewaysScroll } from '../support/axe.ts'
import { expect, test, useToken } from '../support/e2e.ts'
import { eachLook, loadWorld, pageTour, visit, type Visitor } from '../support/tour.ts'

/** `npm run a11y` looks closer: at both widths, and at menus, dialogs, errors and empty pages too. */
const visitors: Visitor[] = ['stranger', 'buyer', 'seller', 'admin']

// A trace keeps a copy of axe for each page.
test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' }, trace: 'off' })

for (const visitor of visitors) {
  test(`the pages that are shown as ${visitor} have their titles, nothing that axe finds, and none scrolls sideways`, async ({
    page,
    baseURL,
  }) => {
    test.slow()
    const world = await loadWorld(baseURL!)
    if (visitor !== 'stranger') await useToken(page.context(), world.tokens[visitor])
    for (const stop of pageTour.filter(({ as }) => as === visitor)) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await visit(page, stop, world)
      const { path, title } = pages[stop.name]
      // What is one car's or one brand's page says whose.
      if (!path.includes(':')) await expect.soft(page, stop.name).toHaveTitle(new RegExp(title))
      for await (const { theme } of eachLook(page, stop, [1440]))
        expect.soft(await findBarriers(page), `${stop.name}, ${theme}`).toEqual([])
      await page.setViewportSize({ width: 320, height: 720 })
      // The layout follows the window a moment later.
      const message = `${stop.name}: pixels wider than 320`
      await expect
        .configure({ soft: true })
        .poll(() => sidewaysScroll(page), { message })
        .toBe(0)
    }
  })
}
