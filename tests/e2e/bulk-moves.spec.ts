import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { measureSidewaysScroll } from '../support/axe.ts'
import { findTableRow, undo, blockNews } from './dashboard-steps.ts'
import { listCar } from './market.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('many cars change status together, ineligible cars are listed and skipped, and one Undo reverts it', async ({
  page,
  baseURL,
}) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const cars = []
  for (let count = 0; count < 3; count++) cars.push(await listCar(baseURL!, token))
  const [first, second, third] = cars as [(typeof cars)[0], (typeof cars)[0], (typeof cars)[0]]
  await apiCall(baseURL!, 'PUT', `/cars/${third._id}/state`, token, { state: 'archived' })
  await apiCall(baseURL!, 'PUT', `/cars/${second._id}/state`, token, { state: 'withdrawn' })
  await apiCall(baseURL!, 'POST', '/cars/drafts', token, { modelName: 'Unfinished' })
  await useToken(page.context(), token)
  await page.goto('/dashboard/mycars')
  for (const name of [first.carName, second.carName, 'Unfinished'])
    await findTableRow(page, name).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected cars' })

  await test.step('the menu counts the eligible cars per status', async () => {
    await bar.getByRole('button', { name: 'Change status' }).press('Enter')
    const menu = page.getByRole('menu', { name: 'Change status' })
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Unlist (1)',
      'List again (1)',
      'Sold elsewhere (2)',
      'Archive (3)',
    ])
    await menu.getByRole('menuitem', { name: 'Sold elsewhere (2)' }).press('Enter')
  })

  await test.step('the dialog lists the ineligible car with the reason', async () => {
    const dialog = page.getByRole('dialog', { name: 'Sold elsewhere: 2 cars' })
    await expect(dialog.getByText('1 selected car can’t, and stays')).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveText('Draft: Unfinished')
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => measureSidewaysScroll(page)).toBe(0)
    }
    await dialog.getByLabel('Note').fill('To the trade')
    await dialog.getByRole('button', { name: 'Mark 2 cars as sold' }).click()
    await expect(dialog).toBeHidden()
    await expect(findTableRow(page, first.carName)).toContainText('To the trade')
    await expect(findTableRow(page, second.carName)).toContainText('To the trade')
    await expect(findTableRow(page, 'Unfinished')).toContainText('Draft')
  })

  await test.step('Undo reverts the whole change', async () => {
    await undo(page, '2 cars marked as sold elsewhere')
    await expect(findTableRow(page, first.carName)).toContainText('In stock')
    await expect(findTableRow(page, second.carName)).toContainText('Unlisted')
  })

  await test.step('a car that the server skips stays visible with its reason', async () => {
    await blockNews(page)
    await findTableRow(page, second.carName).getByRole('checkbox').check()
    await findTableRow(page, first.carName).getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Change status' }).click()
    await page.getByRole('menuitem', { name: /^Archive/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Archive: / })
    await apiCall(baseURL!, 'DELETE', `/myCars/${first._id}`, token)
    await dialog.getByRole('button', { name: /^Archive/ }).click()
    await expect(dialog.getByRole('alert')).toContainText('1 car stayed')
    await expect(dialog.getByRole('alert')).toContainText(first.carName)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()
  })
})
