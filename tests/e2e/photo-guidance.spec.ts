import type { Car } from '../../contract/cars/cars.ts'
import { pagePath } from '../../contract/pages.ts'
import { sidewaysScroll } from '../support/axe.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { photo } from '../support/photo.ts'
import { listCar } from './market.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the shot list shows which photos are missing, and a chosen one gets its shot', async ({
  page,
  baseURL,
}) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { _id, carName } = await listCar(baseURL!, token, { fuel: 'Electric' })
  await useToken(page.context(), token)
  await page.goto(pagePath('editCar', { id: _id }))
  await expect(page.getByText('0 of 9 photos that buyers look for')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a photo: Charge port' })).toBeVisible()

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a photo: Dashboard with odometer' }).click()
  expect((await chooser).isMultiple()).toBe(false)
  await (await chooser).setFiles(await photo('dash.jpg', 1200, 900))
  await expect(page.getByText('1 of 9 photos that buyers look for')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a photo: Dashboard with odometer' })).toHaveCount(0)

  // Files that are chosen together fill no shot.
  const files = [await photo('a.jpg', 1300, 900), await photo('b.jpg', 1400, 900)]
  await page.getByLabel('Photos', { exact: false }).and(page.locator('input')).setInputFiles(files)
  const second = page.getByRole('button', { name: 'What photo 2 shows: not chosen' })
  await expect(second).toBeVisible()
  await second.press('Enter')
  await page.getByRole('menuitem', { name: 'Trunk' }).press('Enter')
  await expect(page.getByRole('button', { name: 'What photo 2 shows: Trunk' })).toBeFocused()
  await expect(page.getByText('2 of 9 photos that buyers look for')).toBeVisible()
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => sidewaysScroll(page)).toBe(0)
  }
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  const { shots } = await apiCall<Car>(baseURL!, 'GET', `/cars/${_id}`)
  expect(shots).toEqual(['dashboard', 'trunk', null])

  await page.goto(`/car/${_id}`)
  const photos = page.getByRole('region', { name: 'Photos' })
  const alt = `${carName}, photo 1 of 3: Dashboard with odometer`
  await expect(photos.getByRole('img', { name: alt })).toBeVisible()
  await expect(photos.getByText('Dashboard with odometer · 1 / 3')).toBeVisible()
  await expect(photos.getByRole('button', { name: 'Show photo 2: Trunk' })).toBeVisible()
})
