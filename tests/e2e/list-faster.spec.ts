import type { Page } from '@playwright/test'
import { chooseMake } from '../support/choose-make.ts'
import { expect, newAccount, test, useToken } from '../support/e2e.ts'
import { photo } from '../support/photo.ts'
import { createUniqueModel } from './market.ts'

async function openForm(page: Page, baseURL: string) {
  const seller = await newAccount(baseURL, 'seller', 'Fay Faster')
  await useToken(page.context(), seller.token)
  await page.goto('/dashboard/addcars')
  await expect(page.getByRole('button', { name: 'Add car', exact: true })).toBeVisible()
  return seller
}

/** Fills in every required field of a listing except the phone number and the photos, which the tests add. */
async function fillIn(page: Page, model: string) {
  await page.getByLabel('Model name').fill(model)
  await chooseMake(page, 'BMW')
  await page.getByLabel('Year').fill('2019')
  await page.getByLabel('Mileage (optional)', { exact: true }).fill('38000')
  await page.getByLabel('Why it has no VIN').fill('Kit car')
  await page.getByLabel('Usage time').fill('6 months')
  await page.getByLabel('Original price').fill('30,000')
  await page.getByLabel('Resell price').fill('24,900')
}

const tiles = (page: Page) => page.getByRole('list', { name: 'Photos in order' }).locator('> li')
const files = (page: Page) => page.locator('input[type=file]').first()

test(
  'cars are added one after another, and each form reuses the last location and phone',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    await openForm(page, baseURL!)
    const [first, second] = [createUniqueModel('M1'), createUniqueModel('M2')]
    await fillIn(page, first)
    await files(page).setInputFiles(await photo('one.jpg', 60, 40))
    await page.getByLabel('Phone').fill('555-0123')
    await page.getByLabel('Location').fill('Bend, OR')
    await page.getByRole('button', { name: 'Add and next' }).click()
    await expect(page.getByText('Car added successfully')).toBeVisible()
    await expect(page).toHaveURL('/dashboard/addcars')

    await expect(page.getByLabel('Model name')).toHaveValue('')
    await expect(files(page)).toBeFocused()
    await expect(page.getByLabel('Phone')).toHaveValue('555-0123')
    await expect(page.getByLabel('Location')).toHaveValue('Bend, OR')
    // The user has typed nothing, so the page shows no message about a draft.
    await expect(page.getByText('We restored your draft')).toHaveCount(0)
    await fillIn(page, second)
    await files(page).setInputFiles(await photo('two.jpg', 60, 40))
    await page.getByRole('button', { name: 'Add car', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/mycars')
    for (const model of [first, second]) await expect(page.getByRole('link', { name: model })).toBeVisible()

    await page.goto('/dashboard/addcars')
    await expect(page.getByLabel('Phone')).toHaveValue('555-0123')
  },
)

test(
  'photos upload immediately, three concurrently, and a failed upload can be retried',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    await page.clock.install()
    await openForm(page, baseURL!)
    const delayedRequests: (() => void)[] = []
    let isFailing = true
    await page.route('**/api/1/upload?*', async (route) => {
      const isFirst = route.request().postDataBuffer()!.includes('one.jpg')
      await new Promise<void>((resolve) => delayedRequests.push(resolve))
      if (isFirst && isFailing) await route.abort()
      else await route.fallback()
    })
    const names = ['one.jpg', 'two.jpg', 'three.jpg', 'four.jpg']
    await files(page).setInputFiles(await Promise.all(names.map((name) => photo(name, 60, 40))))
    await expect(tiles(page)).toHaveCount(4)
    await expect.poll(() => delayedRequests.length).toBe(3)
    await expect(page.getByRole('progressbar', { name: 'Upload' })).toHaveCount(4)
    expect(delayedRequests).toHaveLength(3)
    // By then, the form is saving the draft. It waits for the photos, and does not retry the failed upload
    // automatically.
    await page.clock.fastForward(3000)
    delayedRequests[1]!()
    await expect.poll(() => delayedRequests.length).toBe(4)
    delayedRequests.forEach((letThrough) => letThrough())

    const retryButton = page.getByRole('button', { name: 'Try photo 1 again' })
    await expect(retryButton).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Upload' })).toHaveCount(0)
    isFailing = false
    await retryButton.click()
    await expect.poll(() => delayedRequests.length).toBe(5)
    delayedRequests[4]!()
    await expect(retryButton).toHaveCount(0)
    await expect(page.getByRole('progressbar', { name: 'Upload' })).toHaveCount(0)

    await test.step('uploaded photos are not uploaded again when the car is added', async () => {
      await fillIn(page, createUniqueModel('M3'))
      await page.getByLabel('Phone').fill('555-0123')
      await page.getByRole('button', { name: 'Add car', exact: true }).click()
      await expect(page.getByText('Car added successfully')).toBeVisible()
      expect(delayedRequests).toHaveLength(5)
    })
  },
)

test(
  'the arrow keys reorder photos, and the focus stays with the photo',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    await openForm(page, baseURL!)
    await files(page).setInputFiles(
      await Promise.all(['one.jpg', 'two.jpg', 'three.jpg'].map((name) => photo(name, 60, 40))),
    )
    const order = () =>
      tiles(page)
        .getByRole('img')
        .evaluateAll((images) =>
          images.map((image) => image.getAttribute('aria-label') ?? image.getAttribute('alt')),
        )
    const previewNames = (...names: string[]) => names.map((name) => `Preview of ${name}.jpg`)
    await expect.poll(order).toEqual(previewNames('one', 'two', 'three'))
    await page.getByRole('button', { name: 'Remove photo 1' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(order).toEqual(previewNames('two', 'one', 'three'))
    await expect(page.getByRole('button', { name: 'Remove photo 2' })).toBeFocused()
    await page.keyboard.press('End')
    await expect.poll(order).toEqual(previewNames('two', 'three', 'one'))
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Home')
    await expect.poll(order).toEqual(previewNames('one', 'two', 'three'))
    await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeFocused()
  },
)
