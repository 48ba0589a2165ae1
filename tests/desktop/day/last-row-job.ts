import { expect } from '@playwright/test'
import type { Car } from '../../../contract/cars/cars.ts'
import { pages } from '../../../contract/pages.ts'
import { asAdmin, type Job } from './job.ts'
import { sortDownBy } from './moves.ts'

/** The query for all cars that are for sale, most expensive first. */
const ORDER = 'state=instock&sort=-price'

let reached = ''

export const lastRowJob: Job = {
  name: 'Filter and sort all cars, and go to the last of them',
  async work(context) {
    const { keyboard, screen, picture } = context
    await keyboard.press('ControlOrMeta+5')
    await keyboard.see(screen.getByRole('grid', { name: pages.manageCars.title }))
    await keyboard.see(screen.locator('[role="row"]:focus'))
    await picture('all-cars')
    await keyboard.press('ControlOrMeta+f')
    const inStock = screen.getByRole('button', { name: /^In stock / })
    await keyboard.reach(inStock, 'Shift+Tab')
    await keyboard.press('Enter')
    await keyboard.see(inStock.and(screen.locator('[aria-pressed="true"]')))
    await sortDownBy(context, 'Price')
    await keyboard.reach(screen.locator('[role="row"]:not([aria-busy])'))
    await keyboard.press('End')
    const last = screen.locator('[role="row"]:focus:not([aria-busy])')
    await keyboard.see(last)
    reached = await last.innerText()
    await picture('last-car')
  },
  async outcome(setup) {
    const counts = await asAdmin<{ instock: number }>(setup, '/allCars/count')
    const [car] = await asAdmin<Car[]>(setup, `/allCars?${ORDER}&limit=1&offset=${counts.instock - 1}`)
    expect(reached).toContain(car!.modelName)
  },
}
