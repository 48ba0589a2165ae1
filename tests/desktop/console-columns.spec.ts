import type { Page } from '@playwright/test'
import { pagePath, pages } from '../../contract/pages.ts'
import { addImport, listCar, newAdmin, newMarket, payFor, putOnList, uploadPhoto } from '../e2e/market.ts'
import { apiCall, newAccount } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { expect, test } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const grip = (page: Page, name: string) => page.getByRole('separator', { name: `Width of ${name}` })
const widthOf = async (page: Page, name: string) =>
  (await head(page, name).boundingBox())?.width ?? Number.NaN

async function headsOf(page: Page): Promise<string[]> {
  return page
    .getByRole('columnheader')
    .evaluateAll((heads) => heads.flatMap(({ textContent }) => textContent || []))
}

test(
  'a car list shows and sorts the columns dealers need, as far as space permits',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const dealer = await newAccount(baseURL!, 'seller', 'Lena Lot')
    const image = await uploadPhoto(baseURL!, dealer.token)
    const interestingCar = await listCar(baseURL!, dealer.token, {
      modelName: 'Wanted',
      year: 2019,
      mileage: 62_137,
      mileageUnit: 'mi',
      location: 'Astoria, OR',
      images: [image],
    })
    await listCar(baseURL!, dealer.token, { modelName: 'Other', mileage: 20_000, mileageUnit: 'km' })
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    await putOnList(baseURL!, buyer.token, interestingCar._id)
    const { app, page } = await start({ keychain: 'none' })
    await signInAs(page, dealer.email)
    await page.setViewportSize({ width: 1680, height: 900 })
    await chooseCommand(app, 'myCars')
    const grid = page.getByRole('grid', { name: 'My cars' })
    await expect(row(page, 'Wanted')).toContainText(/\$24,900.*0.*62,137 mi.*1.*2019.*Astoria, OR.*1/)
    expect(await headsOf(page)).toEqual([
      'Model Name',
      'Availability',
      'Resell Price',
      'Days listed',
      'Mileage',
      'On lists',
      'Year',
      'Location',
      'Photos',
      'Seller Contact',
      'Seller Email',
      'Actions',
    ])

    await test.step('a photo is loaded in its smallest size', async () => {
      const source = await row(page, 'Wanted').locator('img').getAttribute('src')
      expect(source).toMatch(/-thumb\.webp$/)
      expect(image).toMatch(/-full\.webp$/)
    })

    await test.step('the server sorts columns, even across units', async () => {
      for (const [name, first, second] of [
        ['Mileage', 'Other', 'Wanted'],
        ['On lists', 'Other', 'Wanted'],
        ['Photos', 'Other', 'Wanted'],
        ['Location', 'Wanted', 'Other'],
        ['Days listed', 'Other', 'Wanted'],
      ] as const) {
        await head(page, name).getByRole('button').click()
        await expect(head(page, name)).toHaveAttribute('aria-sort', 'ascending')
        await expect(grid.getByRole('row')).toContainText([/Model/, new RegExp(first), new RegExp(second)])
      }
    })

    await test.step('hides the least important columns if space is short and marks them in the menu', async () => {
      await page.setViewportSize({ width: 1024, height: 768 })
      await expect(head(page, 'Photos')).toBeHidden()
      expect(await headsOf(page)).toEqual([
        'Model Name',
        'Availability',
        'Resell Price',
        'Seller Contact',
        'Actions',
      ])
      await page.getByRole('button', { name: 'Columns' }).click()
      const locationItem = page.getByRole('menuitemcheckbox', { name: 'Location' })
      await expect(locationItem).toContainText('No room')
      for (const name of ['Seller Contact', 'Seller Email', 'Mileage', 'On lists'])
        await page.getByRole('menuitemcheckbox', { name }).click()
      await expect(locationItem).not.toContainText('No room')
      await expect(head(page, 'Location')).toBeVisible()
    })
  },
)

const FILE = 'stock,make,model\nS1,Audi,A4 with a name that is long enough to be cut off'

test(
  'no list overflows the smallest window, even with the details panel open',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { seller, car, buyer } = await newMarket(baseURL!)
    const reported = { reportedItemInfo: { _id: car._id }, reason: 'wrong price' }
    await apiCall(baseURL!, 'POST', '/report', buyer.token, reported)
    await payFor(baseURL!, buyer.token, await putOnList(baseURL!, buyer.token, car._id))
    const admin = await newAdmin(baseURL!, 'seller')
    const sold = await listCar(baseURL!, admin.token)
    await putOnList(baseURL!, buyer.token, sold._id)
    await putOnList(baseURL!, admin.token, (await listCar(baseURL!, seller.token))._id)
    const { app, page } = await start({ keychain: 'none' })
    await signInAs(page, admin.email)
    await page.setViewportSize({ width: 1024, height: 700 })
    const lists = [
      'manageCars',
      'myCars',
      'sales',
      'reports',
      'allUsers',
      'allSellers',
      'allBuyers',
      'payments',
      'changes',
      'manageMakes',
      'purchases',
      'audit',
    ] as const
    const sideways = () =>
      page.locator('.grid-box').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    for (const list of lists) {
      await chooseCommand(app, list)
      await expect(page.getByRole('grid', { name: pages[list].title })).toBeVisible()
      await expect(page.getByRole('gridcell').nth(1)).toBeVisible()
      await expect.poll(sideways, `${list}, by itself`).toBe(0)
      await page.getByRole('row').nth(1).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible()
      await expect.poll(sideways, `${list}, beside a row`).toBe(0)
    }
    await navigateInApp(page, pagePath('carImport', { id: await addImport(baseURL!, admin.token, FILE) }))
    await expect(page.getByRole('gridcell').nth(1)).toBeVisible()
    await page.getByRole('row').nth(1).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible()
    await expect.poll(sideways, 'an import, beside a row').toBe(0)
  },
)

test(
  'a column is widened by keys and by dragging, and each account finds its own width again',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const name = 'A6 Allroad 45 TFSI quattro Premium Plus with every option there is'
    const dealer = await newAccount(baseURL!, 'seller', 'Lena Lot')
    await listCar(baseURL!, dealer.token, { modelName: name })
    const first = await start()
    const { page } = first
    await signInAs(page, dealer.email)
    await page.setViewportSize({ width: 1280, height: 800 })
    await chooseCommand(first.app, 'myCars')
    await expect(row(page, name)).toBeVisible()

    const before = await widthOf(page, 'Days listed')
    await grip(page, 'Days listed').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => widthOf(page, 'Days listed')).toBeCloseTo(before + 32, 0)
    await page.keyboard.press('Home')
    await expect.poll(() => widthOf(page, 'Days listed')).toBeCloseTo(before, 0)

    const edge = (await grip(page, 'Model Name').boundingBox())!
    const from = await widthOf(page, 'Model Name')
    await page.mouse.move(edge.x + 5, edge.y + 10)
    await page.mouse.down()
    await page.mouse.move(edge.x - 75, edge.y + 10, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => widthOf(page, 'Model Name')).toBeCloseTo(from - 80, 0)
    const newWidth = await widthOf(page, 'Model Name')

    await test.step('shows truncated text in full on hover', async () => {
      const cell = row(page, name).getByRole('gridcell').nth(1)
      await cell.hover()
      await expect(cell).toHaveAttribute('title', `Audi ${name}`)
    })

    await first.app.close()
    const { app, page: restartedPage } = await start()
    await expect(restartedPage.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await restartedPage.setViewportSize({ width: 1280, height: 800 })
    await chooseCommand(app, 'myCars')
    await expect.poll(() => widthOf(restartedPage, 'Model Name')).toBeCloseTo(newWidth, 0)

    await test.step('a different account has its own widths', async () => {
      const otherSeller = await newAccount(baseURL!, 'seller', 'Omar Other')
      await listCar(baseURL!, otherSeller.token)
      await chooseCommand(app, 'logOut')
      await signInAs(restartedPage, otherSeller.email)
      await chooseCommand(app, 'myCars')
      await expect(restartedPage.getByRole('grid', { name: 'My cars' }).getByRole('row')).toHaveCount(2)
      await expect.poll(() => widthOf(restartedPage, 'Model Name')).not.toBeCloseTo(newWidth, 0)
    })
  },
)
