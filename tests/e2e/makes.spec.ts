import { pagePath } from '../../contract/pages.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { listCar, newAdmin, createUniqueModel } from './market.ts'

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

test(
  'an admin adds a make, a seller’s car uses it, and buyers narrow it by model, color, and seats',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const make = `Quillon ${createUniqueModel('').replace(/\W/g, '')}`
    const { token: admin } = await newAdmin(baseURL!)
    const { token: seller } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    await useToken(page.context(), admin)
    await page.goto('/dashboard/makes')
    await page.getByRole('button', { name: 'Add make' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add make' })
    await dialog.getByLabel('Name').fill('AUDI')
    await dialog.getByRole('button', { name: 'Add make' }).click()
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/already a make with this name/)
    await dialog.getByLabel('Name').fill(make)
    await dialog.getByRole('button', { name: 'Add make' }).click()
    await expect(dialog).toBeHidden()

    const cars = { category_name: make, condition: 'Good', usageTime: '1 year' }
    await listCar(baseURL!, seller, { ...cars, modelName: 'Nine One', model: 'Nine', color: 'Red', seats: 5 })
    await listCar(baseURL!, seller, { ...cars, modelName: 'Ten One', model: 'Ten', color: 'Blue', seats: 7 })
    await page.getByLabel('Find a make').fill(make)
    const row = page.getByRole('row', { name: make })
    await expect(row).toContainText('2')
    await row.getByRole('button', { name: `Actions for ${make}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByText(`2 cars are listed or kept under ${make}`)).toBeVisible()
    await row.getByRole('link', { name: '2' }).click()

    const resultCount = page.locator('main [role=status]').filter({ hasText: 'found' })
    await expect(resultCount).toHaveText('2 cars found')
    await page.getByRole('checkbox', { name: 'Ten, 1 car' }).check()
    await expect(resultCount).toHaveText('1 car found')
    await expect(page.getByRole('article', { name: `${make} Ten One` })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Ten, 1 car' }).uncheck()
    await page.getByRole('button', { name: 'Color' }).click()
    await page.getByRole('checkbox', { name: 'Red, 1 car' }).check()
    await page.getByRole('button', { name: 'Seats' }).click()
    await page.getByRole('checkbox', { name: '5, 1 car', exact: true }).check()
    await expect(page).toHaveURL(/color=Red.*seats=5|seats=5.*color=Red/)
    await expect(page.getByRole('article', { name: `${make} Nine One` })).toBeVisible()

    await apiCall(baseURL!, 'PUT', `/category/${encodeURIComponent(make)}`, admin, { shown: 'never' })
  },
)

test(
  'a link with a make’s old name leads to the current name, even within the app',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const make = `Quillon ${createUniqueModel('').replace(/\W/g, '')}`
    const [oldName, olderName] = [`${make} Old`, `${make} Older`]
    const { token: admin } = await newAdmin(baseURL!)
    const rename = (oldMake: string, newMake: string) =>
      apiCall(baseURL!, 'PUT', `/category/${encodeURIComponent(oldMake)}`, admin, { category_name: newMake })
    await apiCall(baseURL!, 'POST', '/category', admin, { category_name: olderName })
    const { token: seller } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    await listCar(baseURL!, seller, { category_name: olderName, modelName: 'Nine One', color: 'Red' })
    await rename(olderName, oldName)
    await rename(oldName, make)

    await useToken(page.context(), seller)
    await page.goto(pagePath('category', { category_name: olderName }))
    await expect(page).toHaveURL(pagePath('category', { category_name: make }))
    await navigateInApp(page, '/search?color=Red')
    await navigateInApp(page, `/search?color=Red&brand=${encodeURIComponent(olderName)}`)
    await expect(page.getByRole('article', { name: `${make} Nine One` })).toBeVisible()
    await expect.poll(() => new URL(page.url()).searchParams.get('brand')).toBe(make)
    expect(new URL(page.url()).searchParams.get('color')).toBe('Red')
    await navigateInApp(page, pagePath('category', { category_name: oldName }))
    await expect(page).toHaveURL(pagePath('category', { category_name: make }))
    await expect(page.getByRole('article', { name: `${make} Nine One` })).toBeVisible()

    await rename(make, olderName)
    await page.goto(pagePath('category', { category_name: olderName }))
    await expect(page.getByRole('article', { name: `${olderName} Nine One` })).toBeVisible()
    await expect(page).toHaveURL(pagePath('category', { category_name: olderName }))
  },
)
