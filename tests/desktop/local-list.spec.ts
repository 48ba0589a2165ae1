import { expect, findListRow, signInAsAdmin, test } from './long-lists.ts'
import { chooseCommand } from './steps.ts'

test.slow()

test('a short list is sorted and searched in the window', async ({ start, admin }) => {
  const { app, page } = await start({ keychain: 'none' })
  await signInAsAdmin(page, admin)
  await chooseCommand(app, 'manageMakes')
  const first = page.locator('[role="row"][aria-rowindex="2"]')
  await expect(findListRow(page, 'Audi')).toBeVisible()
  const count = Number(await page.getByRole('grid').getAttribute('aria-rowcount'))
  expect(count).toBeGreaterThan(200)

  await test.step('sorts in ascending, descending, and original order', async () => {
    const sort = page.getByRole('button', { name: 'Make', exact: true })
    const asItCame = await first.textContent()
    await sort.click()
    await expect(first).toContainText('AAS')
    await sort.click()
    await expect(first).not.toContainText('AAS')
    await sort.click()
    await expect(first).toHaveText(asItCame!)
  })

  await test.step('searches by text', async () => {
    const field = page.getByRole('textbox', { name: 'Find in this list' })
    await field.fill('volks')
    await expect(findListRow(page, 'Volkswagen')).toBeVisible()
    await expect(findListRow(page, 'Audi')).toHaveCount(0)
    await field.fill('no such make')
    await expect(page.getByText('No results. Choose All or clear the search.')).toBeVisible()
    await page.getByRole('button', { name: 'Empty the search' }).click()
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count))
  })
})
