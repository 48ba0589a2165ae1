import sharp from 'sharp'
import type { Car } from '../../contract/cars/cars.ts'
import { pagePath } from '../../contract/pages.ts'
import { measureSidewaysScroll } from '../support/axe.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { photo } from '../support/photo.ts'
import { listCar } from './market.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the shot list shows missing photos, and a chosen photo is assigned to its shot', async ({
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
  const second = page.getByRole('button', { name: 'What it shows: photo 2' })
  await expect(second).toBeVisible()
  await second.press('Enter')
  await page.getByRole('menuitem', { name: 'Trunk' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Trunk: photo 2' })).toBeFocused()
  await expect(page.getByText('2 of 9 photos that buyers look for')).toBeVisible()
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => measureSidewaysScroll(page)).toBe(0)
    // A tile hides what does not fit.
    await page.getByRole('button', { name: 'Remove photo 1' }).scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeInViewport({ ratio: 1 })
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

test('a photo leaves the browser without its location, and its license plate can be hidden', async ({
  page,
  baseURL,
}) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { _id } = await listCar(baseURL!, token)
  await useToken(page.context(), token)
  await page.addInitScript(recordUploads)
  await page.goto(pagePath('editCar', { id: _id }))
  const located = await sharp((await photo('dark.jpg', 300, 400)).buffer)
    .linear(0.1, 0)
    .withExif({ IFD3: { GPSMapDatum: 'GPS-SECRET' } })
    .jpeg()
    .toBuffer()
  expect(located.toString('latin1')).toContain('GPS-SECRET')
  const file = { name: 'dark.jpg', mimeType: 'image/jpeg', buffer: located }
  await page.getByLabel('Photos', { exact: false }).and(page.locator('input')).setInputFiles(file)
  await expect(page.getByRole('list', { name: 'Advice about photo 1' }).getByRole('listitem')).toContainText([
    'Dark:',
    'Upright:',
    'Small:',
  ])
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  const uploads = await page.evaluate(() => Promise.all(globalThis.uploads))
  expect(uploads).toHaveLength(1)
  expect(uploads[0]).not.toContain('GPS-SECRET')
  expect(uploads[0]!.length).toBeGreaterThan(1000)

  const imagesOf = async () => (await apiCall<Car>(baseURL!, 'GET', `/cars/${_id}`)).images
  const stored = await imagesOf()
  await page.goto(pagePath('editCar', { id: _id }))
  await page.getByRole('button', { name: 'Hide the license plate on photo 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hide the license plate on photo 1' })
  const save = dialog.getByRole('button', { name: 'Save photo' })
  await expect(save).toBeDisabled()
  await dialog.getByRole('slider', { name: 'From the left' }).press('ArrowRight')
  await dialog.getByRole('button', { name: 'Hide this area' }).click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(save).toBeDisabled()
  const box = (await dialog.getByRole('img').boundingBox())!
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.5)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.7)
  await page.mouse.up()
  await expect(dialog.getByRole('slider', { name: 'Width' })).toHaveValue('60')
  await dialog.getByRole('button', { name: 'Hide this area' }).click()
  await save.click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  const changed = await imagesOf()
  expect(changed).toHaveLength(1)
  expect(changed).not.toEqual(stored)
})

declare global {
  /** The content of each uploaded photo, as one character per byte. */
  var uploads: Promise<string>[]
}

/** Records uploads in the page. Playwright does not report the files in a multipart body. */
function recordUploads() {
  globalThis.uploads = []
  const send = Reflect.get(XMLHttpRequest.prototype, 'send')
  XMLHttpRequest.prototype.send = function (body) {
    const image = body instanceof FormData ? body.get('image') : null
    if (image instanceof File)
      globalThis.uploads.push(image.arrayBuffer().then((bytes) => new TextDecoder('latin1').decode(bytes)))
    send.call(this, body)
  }
}
