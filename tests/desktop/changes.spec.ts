import { newAccount, apiCall } from '../support/e2e.ts'
import { findBarriers } from '../support/axe.ts'
import { listCar, createUniqueModel } from '../e2e/market.ts'
import { expect, test } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

test(
  'a change set is opened next to its list by keyboard and reverted',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const dealer = await newAccount(baseURL!, 'seller', 'Lena Lot')
    const newLocation = { location: 'Portland' }
    const names = ['One', 'Two'].map((name) => createUniqueModel(name))
    const cars = []
    for (const modelName of names)
      cars.push(await listCar(baseURL!, dealer.token, { ...newLocation, modelName }))
    await apiCall(baseURL!, 'PATCH', '/cars', dealer.token, {
      ids: cars.map(({ _id }) => _id),
      change: { location: 'Boise' },
    })

    const { app, page } = await start({ keychain: 'none' })
    await signInAs(page, dealer.email)
    await chooseCommand(app, 'changes')
    const grid = page.getByRole('grid', { name: 'Changes' })
    await expect(grid.getByRole('row')).toHaveCount(4)
    const edit = page.getByRole('row').filter({ hasText: 'Edited: Location' })
    await edit.focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: 'Details' })
    const changed = panel.getByRole('region', { name: 'Changed cars' }).getByRole('listitem')
    await expect(changed).toHaveCount(2)
    await expect(changed.first()).toContainText(/Portland.*Boise/)
    expect(await findBarriers(page)).toEqual([])

    await panel.getByRole('button', { name: 'Revert 2 cars' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Revert this change to 2 cars?' })
    await question.getByRole('button', { name: 'Revert 2 cars' }).press('Enter')
    await expect(panel.getByText('Reverted on')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Reverted: Location' })).toBeVisible()
  },
)
