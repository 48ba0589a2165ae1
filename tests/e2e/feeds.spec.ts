import { readFile } from 'node:fs/promises'
import { pages } from '../../contract/pages.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { measureSidewaysScroll } from '../support/axe.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { newVin } from '../support/new-vin.ts'
import { listCar, newAdmin, uploadPhoto } from './market.ts'
import { photo } from '../support/photo.ts'

test('a dealer creates a feed, fixes the excluded car, and revokes the feed', async ({
  page,
  context,
  baseURL,
}) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Hale Motors')
  const admin = await newAdmin(baseURL!)
  const { _id: seller } = await apiCall<{ _id: string }>(baseURL!, 'GET', '/users/me', token)
  await apiCall(baseURL!, 'PUT', `/users/seller/${seller}`, admin.token)
  const picture = await uploadPhoto(baseURL!, token, await photo('car.jpg', 800, 600))
  const car = await listCar(baseURL!, token, {
    category_name: 'Audi',
    modelName: 'A4',
    year: 2013,
    mileage: 61_000,
    mileageUnit: 'mi',
    vin: newVin(),
    body: 'wagon',
    description: 'One owner.',
    location: '12 Main Street, Portland, OR 97201',
    images: [picture],
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await useToken(context, token)
  await page.goto(pages.feeds.path)
  await expect(page.getByRole('heading', { name: 'No feeds yet' })).toBeVisible()

  await test.step('creates a feed', async () => {
    await page.getByRole('button', { name: 'New feed' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New feed' })
    await dialog.getByRole('radio', { name: /^Meta automotive/ }).check()
    await dialog.getByRole('button', { name: 'Make feed' }).click()
    await expect(page.getByText('Not fetched yet')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  const address = page.getByRole('textbox', { name: 'Address' })
  const url = new URL(await address.inputValue())
  let feedPage = ''

  await test.step('copies its address', async () => {
    await page.getByRole('button', { name: 'Copy address of Meta automotive' }).click()
    await expect(page.getByText('Address copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url.href)
  })

  await test.step('links from the excluded car to the field', async () => {
    await page.getByRole('link', { name: '1 Left out' }).click()
    await expect(page.getByRole('row', { name: /2013 Audi A4/ })).toContainText('Meta needs the color.')
    await page.getByRole('link', { name: `Choose a color: ${car.carName}` }).click()
    const color = page.getByRole('combobox', { name: 'Color (optional)', exact: true })
    await expect(color).toBeFocused()
    await color.selectOption('Blue')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('heading', { name: 'No cars are left out', exact: true })).toBeVisible()
    feedPage = new URL(page.url()).pathname
    await page.getByRole('button', { name: 'All 1', exact: true }).click()
    await expect(page.getByRole('row', { name: /2013 Audi A4/ })).toContainText('Nothing to fix')
  })

  await test.step('exports the list of cars as displayed', async () => {
    await navigateInApp(page, pages.myCars.path)
    await page.getByRole('button', { name: 'Export this list' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('kerblight-my-cars.csv')
    expect(await readFile(await file.path(), 'utf8')).toContain('2013 Audi A4,In stock,24900')
  })

  await test.step('exports the feed’s cars with any reasons for exclusion', async () => {
    await navigateInApp(page, feedPage)
    await page.getByRole('button', { name: 'Export this list' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('kerblight-meta-feed.csv')
    expect(await readFile(await file.path(), 'utf8')).toContain('2013 Audi A4,In,,')
  })

  await test.step('sees the car in the feed, and when the feed was last fetched', async () => {
    const fetched = await fetch(baseURL! + url.pathname)
    expect(await fetched.text()).toContain(car._id)
    await navigateInApp(page, pages.feeds.path)
    await expect(page.getByText(/^Last fetched .* · 1 car$/)).toBeVisible()
    await page.getByRole('link', { name: 'Meta automotive' }).click()
    await expect(page.getByRole('row', { name: /2013 Audi A4/ })).toContainText('Nothing to fix')
  })

  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => measureSidewaysScroll(page)).toBe(0)
  }

  await test.step('revokes it', async () => {
    // The dialog hides the page, so the time is read first.
    const createdFeed = await page
      .getByText(/^Made /)
      .getByRole('time')
      .innerText()
    await page.getByRole('button', { name: 'Revoke Meta automotive' }).click()
    const question = page.getByRole('alertdialog', { name: 'Revoke the Meta automotive feed?' })
    await expect(question).toContainText(`It was made ${createdFeed}.`)
    await question.getByRole('button', { name: 'Revoke feed' }).click()
    await expect(page.getByRole('heading', { name: 'No feeds yet' })).toBeVisible()
    expect((await fetch(baseURL! + url.pathname)).status).toBe(404)
  })
})
