import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Car } from '../../contract/cars/cars.ts'
import { pagePath } from '../../contract/pages.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { measureSidewaysScroll } from '../support/axe.ts'
import { photo } from '../support/photo.ts'
import { createZip } from '../support/zip.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { holdCalls } from '../support/delayed-calls.ts'
import { buildModelQuery, listCar, newAdmin, uploadPhoto } from './market.ts'
import { signIn, waitUntilRead } from './steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('photos from a folder are matched to cars by name, survive a reload, and are reverted', async ({
  page,
  baseURL,
}) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const [first, second] = [
    await listCar(baseURL!, token, { stockNo: 'LOT-1' }),
    await listCar(baseURL!, token, { stockNo: 'LOT-2' }),
  ]
  const imagesOf = async (id: string) => (await apiCall<Car>(baseURL!, 'GET', `/cars/${id}`, token)).images
  const folder = await mkdtemp(join(tmpdir(), 'lot-'))
  await mkdir(join(folder, 'LOT-2'))
  const names = ['LOT-1-1.jpg', 'LOT-1-2.jpg', 'LOT-1-10.jpg', 'LOT-2/front.jpg', 'NOBODY-1.jpg']
  for (const [index, name] of names.entries())
    await writeFile(join(folder, name), (await photo(name, 300 + index, 200)).buffer)
  await writeFile(join(folder, 'notes.txt'), 'Not a photo')
  await useToken(page.context(), token)
  let uploadCount = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/1\/upload/.test(request.url())) uploadCount += 1
  })

  await test.step('files that match no car are listed before anything is sent', async () => {
    await page.goto('/dashboard/mycars')
    await page.getByRole('link', { name: 'Add photos' }).click()
    await page.getByLabel('Folder', { exact: true }).setInputFiles(folder)
    await expect(page.getByRole('heading', { name: '4 photos for 2 cars' })).toBeVisible()
    const skippedFiles = page.getByLabel('2 files left out')
    await expect(skippedFiles).toContainText('None of your cars has this VIN or stock number.')
    await expect(skippedFiles).toContainText('This file isn’t a JPEG, PNG, or WebP photo.')
    const cars = page.getByRole('list', { name: 'Cars that get photos' })
    await expect(cars.getByRole('listitem').filter({ hasText: first.carName })).toContainText(
      'LOT-1-1.jpg, LOT-1-2.jpg, LOT-1-10.jpg',
    )
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => measureSidewaysScroll(page)).toBe(0)
    }
    expect(uploadCount).toBe(0)
  })

  await test.step('a reloaded page continues the upload and sends nothing twice', async () => {
    let through = 0
    let maxUploads = 2
    // Two uploads must still be in flight when the page reloads. Without this route, they would complete
    // earlier.
    await page.route(/\/1\/upload/, (route) =>
      through < maxUploads ? (through++, route.continue()) : new Promise(() => undefined),
    )
    await waitUntilRead(page, () => page.getByRole('button', { name: 'Add 4 photos' }).click(), 2)
    await expect(page.getByRole('heading', { name: '2 of 4 photos uploaded' })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Photos' })).toHaveAttribute('aria-valuenow', '50')
    maxUploads = Infinity
    await waitUntilRead(page, () => page.reload(), 2)
    await expect(page.getByRole('heading', { name: '4 photos added to 2 cars' })).toBeVisible()
    expect(through).toBe(4)
    expect(await imagesOf(first._id)).toHaveLength(3)
    expect(await imagesOf(second._id)).toHaveLength(1)
  })

  await test.step('all photos form one change, which can be reverted', async () => {
    await page.getByRole('link', { name: 'Look at the change' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edited: Photos' })).toBeVisible()
    await page.getByRole('button', { name: 'Revert 2 cars' }).click()
    const question = page.getByRole('alertdialog', { name: 'Revert this change to 2 cars?' })
    await question.getByRole('button', { name: 'Revert 2 cars' }).click()
    await expect.poll(() => imagesOf(first._id)).toEqual([])
    expect(await imagesOf(second._id)).toEqual([])
  })

  await test.step('a zip works in the same way, and a failed photo is retried', async () => {
    await page.goto('/dashboard/photos')
    await page.getByRole('button', { name: 'Add more photos' }).click()
    const bytes = (await photo('1.jpg', 320, 200)).buffer
    const files = ['LOT-1/2.jpg', 'LOT-1/10.jpg'].map((name) => ({ name, bytes }))
    const broken = { name: 'LOT-2/1.jpg', bytes: Buffer.from('no photo at all') }
    await page.getByLabel('Photos or a zip', { exact: true }).setInputFiles({
      name: 'lot.zip',
      mimeType: 'application/zip',
      buffer: createZip([...files, broken]),
    })
    await waitUntilRead(page, () => page.getByRole('button', { name: 'Add 3 photos' }).click(), 3)
    await expect(page.getByLabel('1 photo couldn’t be added')).toContainText('LOT-2/1.jpg')
    // The user uploads the same photo twice, but the car contains it only once.
    expect(await imagesOf(first._id)).toHaveLength(1)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('1 photo couldn’t be added')).toContainText('LOT-2/1.jpg')
  })
})

test(
  'uploads end when their account is deleted, and the next user sees none of them',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { token } = await newAccount(baseURL!, 'seller', 'Dan Deleted')
    const nextSeller = await newAccount(baseURL!, 'seller', 'Nora Next')
    const admin = await newAdmin(baseURL!)
    const { _id } = await apiCall<{ _id: string }>(baseURL!, 'GET', '/users/me', token)
    await listCar(baseURL!, token, { stockNo: 'LOT-9' })
    await page.goto('/login')
    await page.evaluate((value) => localStorage.setItem('kerblight.token', value), token)
    await page.goto('/dashboard/photos')
    await page
      .getByLabel('Photos or a zip', { exact: true })
      .setInputFiles(await photo('LOT-9.jpg', 300, 200))
    const nextUpload = await holdCalls(page, /\/1\/upload/)
    await page.getByRole('button', { name: 'Add 1 photo' }).click()
    const upload = await nextUpload()

    await apiCall(baseURL!, 'DELETE', `/users/${_id}`, admin.token)
    await expect(page).toHaveURL('/login')
    await upload.abort()
    await signIn(page, nextSeller.email)
    await expect(page.getByText('Login in success')).toBeVisible()
    await navigateInApp(page, '/dashboard/photos')
    await expect(page.getByText('Drop a folder, a zip, or photos')).toBeVisible()
  },
)

test(
  'a tall photo is shown whole, or fills its frame around the seller’s chosen focal point',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const image = await uploadPhoto(baseURL!, token, await photo('tall.jpg', 300, 600))
    const { _id, carName, modelName } = await listCar(baseURL!, token, { images: [image] })
    await useToken(page.context(), token)
    const photosOn = async (path: string) => {
      await page.goto(path)
      return page.getByRole('article', { name: carName }).locator('.photo-frame img:visible')
    }
    const search = `/search?${buildModelQuery(modelName)}`
    // The frame contains the photo twice: in full on top, and as a background.
    const fullPhotos = await photosOn(search)
    await expect(fullPhotos).toHaveCount(2)
    await expect(fullPhotos.last()).toHaveCSS('object-fit', 'contain')

    await page.goto(pagePath('editCar', { id: _id }))
    await page.getByRole('checkbox', { name: 'Fill the frame with the cover photo' }).check()
    await page.locator('.cover-focus').click({ position: { x: 30, y: 180 } })
    const fromLeft = page.getByRole('slider', { name: 'From the left' })
    await expect(fromLeft).toHaveValue('25')
    await fromLeft.press('ArrowRight')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Changes saved')).toBeVisible()
    expect((await apiCall<Car>(baseURL!, 'GET', `/cars/${_id}`)).coverFocus).toBe('30 75')
    const filled = await photosOn(search)
    await expect(filled).toHaveCount(1)
    await expect(filled).toHaveCSS('object-fit', 'cover')
    await expect(filled).toHaveCSS('object-position', '30% 75%')
    await page.goto(`/car/${_id}`)
    await expect(page.getByRole('region', { name: 'Photos' }).getByRole('img')).toHaveCSS(
      'object-fit',
      'contain',
    )
  },
)
