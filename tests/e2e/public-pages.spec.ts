import type { Car } from '../../contract/cars/cars.ts'
import { buildCarName } from '../../contract/cars/car-name.ts'
import { getCategoryTitle, formatPageTitle, pages } from '../../contract/pages.ts'
import { apiCall, expect, newAccount, test } from '../support/e2e.ts'
import { readPage } from '../support/page-head.ts'
import { listCar } from './market.ts'

async function newCar(baseURL: string, fields: object = {}): Promise<Car> {
  const { token } = await newAccount(baseURL, 'seller', 'Sam Seller')
  const { _id } = await listCar(baseURL, token, fields)
  return apiCall<Car>(baseURL, 'GET', `/cars/${_id}`)
}

test('a page keeps the title from the server, and provides machine-readable data', async ({
  page,
  baseURL,
}) => {
  const car = await newCar(baseURL!)
  const titles: Record<string, string> = {
    '/': pages.home.title,
    '/search?category=Audi': getCategoryTitle('Audi'),
    '/reviews': pages.reviews.title,
    [`/car/${car._id}`]: buildCarName(car),
    '/nowhere': 'Not found',
  }
  for (const [path, title] of Object.entries(titles)) {
    const served = await (await page.goto(path))!.text()
    expect(readPage(served).title).toBe(formatPageTitle(title))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(formatPageTitle(title))
  }
  await page.goto(`/car/${car._id}`)
  const data = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(data!)).toMatchObject({ '@graph': [{ '@type': 'Car', model: car.modelName }, {}] })
})

test('the website can be installed', async ({ page, context }) => {
  await page.goto('/')
  const devtools = await context.newCDPSession(page)
  const { url, errors } = await devtools.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Tests run in private windows, where no app can be installed. This error is therefore expected.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test.describe('a website without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('leads a reader from the home page to a car and its price', async ({ page, baseURL }) => {
    const { modelName } = await newCar(baseURL!, { category_name: 'BMW', mileage: 38_000, mileageUnit: 'mi' })
    await page.goto('/')
    await expect(page.locator('.noscript')).toContainText('turn on JavaScript')
    await page.getByRole('link', { name: 'BMW', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('BMW cars')
    const entry = page.getByRole('article').filter({ hasText: modelName })
    await expect(entry).toContainText('$24,900')
    await entry.getByRole('link', { name: modelName }).click()
    await expect(page).toHaveTitle(formatPageTitle(`BMW ${modelName}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`BMW ${modelName}`)
    await expect(page.getByRole('main')).toContainText('$24,900')
    await expect(page.locator('dt:has-text("Mileage") + dd')).toContainText('38,000')
  })
})
