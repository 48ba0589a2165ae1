import type { Page } from '@playwright/test'
import { apiCall, newAccount } from '../support/e2e.ts'
import { findBarriers } from '../support/axe.ts'
import { pressPopupKey } from '../support/popup-keys.ts'
import { listCar, newAdmin, createUniqueModel, type Listed } from '../e2e/market.ts'
import { expect, test, type Start } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

/**
 * Opens a new dealer's list. It shows the newest car first, so the cars appear in the order of `names`. Each
 * car is an Audi or a Tesla.
 */
async function openCars(start: Start, baseURL: string, names: string[]) {
  const { email, token } = await newAccount(baseURL, 'seller', 'Lena Lot')
  const cars: Record<string, Listed> = {}
  for (const modelName of names.toReversed()) {
    const category_name = modelName.startsWith('Tesla') ? 'Tesla' : 'Audi'
    cars[modelName] = await listCar(baseURL, token, { modelName, category_name })
  }
  const { app, page } = await start({ keychain: 'none' })
  await signInAs(page, email)
  await chooseCommand(app, 'myCars')
  await expect(rowOf(page, names[0]!)).toBeVisible()
  const listRemaining = async () => {
    const listed = await apiCall<{ modelName: string }[]>(baseURL, 'GET', '/allCars?mine=1&limit=200', token)
    return listed.map(({ modelName }) => modelName)
  }
  return { page, token, cars, left: listRemaining }
}

function rowOf(page: Page, name: string) {
  return page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: new RegExp(`^(Audi )?${name}$`) }) })
}

function isSelected(page: Page, name: string) {
  return rowOf(page, name).getAttribute('aria-selected')
}

async function select(page: Page, ...names: string[]) {
  for (const name of names) await rowOf(page, name).getByRole('checkbox').check()
}

/** Expects the console to show and announce this message about the selection. */
async function expectAnnounced(page: Page, text: string) {
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText(text)
}

const find = (page: Page, text: string) => page.getByRole('textbox', { name: 'Find in this list' }).fill(text)
const bar = (page: Page) => page.getByRole('region', { name: 'Selected cars' })

test('a search deselects hidden rows, and neither the bar nor Delete affects them', async ({
  start,
  baseURL,
}) => {
  const names = ['Audi One', 'Audi Two', 'Tesla Three', 'Tesla Four', 'Tesla Five']
  const { page, left: listRemaining } = await openCars(start, baseURL!, names)

  await test.step('a search hides the whole selection', async () => {
    await select(page, 'Audi One', 'Audi Two')
    await expectAnnounced(page, '2 of 5 selected')
    await expect(bar(page)).toContainText('2 of 5 cars selected.')

    await find(page, 'tesla')
    await expect(rowOf(page, 'Audi One')).toHaveCount(0)
    const hiddenCarsMessage = '2 cars were hidden and are no longer selected.'
    await expectAnnounced(page, `0 of 3 selected. ${hiddenCarsMessage}`)
    await expect(bar(page)).toHaveText(`0 of 3 cars selected.Close${hiddenCarsMessage}`)
    await rowOf(page, 'Tesla Three').focus()
    await page.keyboard.press('Delete')
    await expect(page.getByText('Tesla Three deletion successfull')).toBeVisible()

    await find(page, '')
    await expect(rowOf(page, 'Audi One')).toBeVisible()
    await expect(rowOf(page, 'Audi Two')).toBeVisible()
    await expectAnnounced(page, `0 of 4 selected. ${hiddenCarsMessage}`)
    expect(await listRemaining()).toEqual(['Audi One', 'Audi Two', 'Tesla Four', 'Tesla Five'])
  })

  await test.step('a search hides part of the selection', async () => {
    await select(page, 'Audi One', 'Tesla Four', 'Tesla Five')
    await find(page, 'tesla')
    await expectAnnounced(page, '2 of 2 selected. 1 car was hidden and is no longer selected.')

    await bar(page).getByRole('button', { name: 'More changes' }).click()
    await page.getByRole('menuitem', { name: 'Change location' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('On Tesla Four and Tesla Five. If one can’t be changed, none are.')
    await dialog.getByLabel('Location').fill('Salem')
    await dialog.getByRole('button', { name: 'Change 2 cars' }).click()
    await expect(page.getByText('Location changed on 2 cars')).toBeVisible()

    await bar(page).getByRole('button', { name: 'Delete 2 cars' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete 2 cars?' })
    await expect(question.getByRole('listitem')).toHaveText(['Tesla Four', 'Tesla Five'])
    await question.getByRole('button', { name: 'Delete 2 cars' }).click()
    await expect(page.getByText('2 cars deletion successfull')).toBeVisible()
    expect(await listRemaining()).toEqual(['Audi One', 'Audi Two'])
  })
})

test(
  'a filter narrows the selection in the same way as a search',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { page, cars, token } = await openCars(start, baseURL!, ['First', 'Second'])
    await select(page, 'First', 'Second')
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    const item = await apiCall<{ insertedId: string }>(baseURL!, 'POST', '/purchase', buyer.token, {
      carID: cars.Second!._id,
      buyerContact: '555-0111',
      meetingPlace: 'Station car park',
    })
    await apiCall(baseURL!, 'POST', '/create-payment-intent', buyer.token, {
      purchasedItemID: item.insertedId,
      sellingPrice: '24,900',
    })
    // A buyer is paying for the car, so the dealer cannot change it.
    await expectAnnounced(page, '1 of 2 selected')
    await page.getByRole('button', { name: 'Reserved 1' }).click()
    await expectAnnounced(page, '0 of 1 selected. 1 car was hidden and is no longer selected.')
    await expect(page.getByRole('checkbox', { name: 'Select Audi Second' })).toBeDisabled()
    await rowOf(page, 'Second').focus()
    await page.keyboard.press('Control+a')
    await expectAnnounced(page, '0 of 1 selected. None of these can be selected.')
    expect(token).toBeDefined()
  },
)

test(
  'Delete asks for confirmation only for an unselected row, and lists each row of a selection',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const names = Array.from({ length: 12 }, (_, index) => `Model ${String(index + 1).padStart(2, '0')}`)
    const { page, left: listRemaining } = await openCars(start, baseURL!, names)
    await select(page, 'Model 01', 'Model 02')
    await rowOf(page, 'Model 05').focus()
    await page.keyboard.press('Delete')
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Delete Audi Model 05?')
    await expect(question).toContainText('2 selected cars stay.')
    expect(await findBarriers(page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(rowOf(page, 'Model 05')).toBeVisible()
    await rowOf(page, 'Model 05').focus()
    await page.keyboard.press('Delete')
    await question.getByRole('button', { name: 'Delete car' }).click()
    await expect(page.getByText('Model 05 deletion successfull')).toBeVisible()
    await expectAnnounced(page, '2 of 11 selected')

    await rowOf(page, 'Model 01').focus()
    await page.keyboard.press('Control+a')
    await expectAnnounced(page, '11 of 11 selected')
    await page.keyboard.press('Delete')
    await expect(question).toContainText('Delete 11 cars?')
    const goes = names.filter((name) => name !== 'Model 05').map((name) => `Audi ${name}`)
    await expect(question.getByRole('listitem')).toHaveText(goes)
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    const list = question.getByRole('list', { name: '11 cars to delete' })
    await expect(list).toBeFocused()
    await page.keyboard.press('End')
    await expect(list.getByText('Audi Model 12')).toBeInViewport()
    expect(await findBarriers(page)).toEqual([])
    await pressPopupKey(question, 'Escape')
    await expect(question).toBeHidden()
    await expectAnnounced(page, '11 of 11 selected')
    expect(await listRemaining()).toHaveLength(11)

    await rowOf(page, 'Model 01').focus()
    await page.keyboard.press('Delete')
    await question.getByRole('button', { name: 'Delete 11 cars' }).click()
    await expect(page.getByText('11 cars deletion successfull')).toBeVisible()
    expect(await listRemaining()).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(rowOf(page, 'Model 01')).toBeVisible()
    // The cars are not selected again automatically.
    await expectAnnounced(page, '0 of 11 selected')
  },
)

test(
  'Delete offers the deletable cars of a selection and explains the skipped cars',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const {
      page,
      cars,
      token,
      left: listRemaining,
    } = await openCars(start, baseURL!, ['First', 'Second', 'Third', 'Fourth'])
    const why = 'Sold elsewhere; bring back first, or archive: Audi Second'
    const question = page.getByRole('alertdialog', { name: 'Delete 2 cars?' })
    await apiCall(baseURL!, 'PUT', `/cars/${cars.Second!._id}/state`, token, { state: 'sold-elsewhere' })
    await expect(rowOf(page, 'Second')).toContainText('Sold elsewhere')

    await test.step('deletes nothing on an undeletable row outside the selection', async () => {
      await select(page, 'First', 'Third')
      await rowOf(page, 'Second').focus()
      await page.keyboard.press('Delete')
      await expect(page.getByText('This car was sold elsewhere.')).toBeVisible()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
    })

    await test.step('deletes only the other cars when an undeletable car is selected with them', async () => {
      await select(page, 'Second')
      await rowOf(page, 'Second').focus()
      await page.keyboard.press('Delete')
      await expect(question.getByRole('listitem')).toHaveText(['Audi First', 'Audi Third', why])
      await expect(question).toContainText('2 of 3 cars can be deleted.')
      expect(await findBarriers(page)).toEqual([])
      await question.getByRole('button', { name: 'Delete 2 cars' }).click()
      await expect(page.getByText('2 cars deletion successfull')).toBeVisible()
      expect(await listRemaining()).toEqual(['Second', 'Fourth'])
      await expectAnnounced(page, '1 of 2 selected')
    })

    await test.step('asks for confirmation when only one selected car can be deleted', async () => {
      await select(page, 'Fourth')
      await rowOf(page, 'Second').focus()
      await page.keyboard.press('Delete')
      const deleteDialog = page.getByRole('alertdialog', { name: 'Delete Audi Fourth?' })
      await expect(deleteDialog).toContainText('1 of 2 cars can be deleted.')
      await deleteDialog.getByRole('button', { name: 'Cancel' }).click()
      expect(await listRemaining()).toEqual(['Second', 'Fourth'])
    })
  },
)

test(
  'failed deletions, deletions elsewhere, and a held Delete key leave other rows unchanged',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const {
      page,
      cars,
      token,
      left: listRemaining,
    } = await openCars(start, baseURL!, ['First', 'Second', 'Third'])
    await expect(page.getByText(/^Synced/)).toBeVisible()
    await select(page, 'First', 'Second')

    await test.step('restores cars and their selection when the server does not delete them', async () => {
      await page.route('**/api/cars', (route) =>
        route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
      )
      await bar(page).getByRole('button', { name: 'Delete 2 cars' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 cars' }).click()
      await expect(page.getByText('We can’t reach Kerblight')).toBeVisible()
      await expectAnnounced(page, '2 of 3 selected')
      expect([await isSelected(page, 'First'), await isSelected(page, 'Third')]).toEqual(['true', 'false'])
      await page.unroute('**/api/cars')
    })

    await test.step('a car deleted elsewhere leaves the selection and stays deselected after Undo', async () => {
      const second = `/myCars/${cars.Second!._id}`
      const { undoId } = await apiCall<{ undoId: string }>(baseURL!, 'DELETE', second, token)
      await expect(rowOf(page, 'Second')).toHaveCount(0)
      await expectAnnounced(page, '1 of 2 selected')
      await apiCall(baseURL!, 'POST', `/undo/${undoId}`, token)
      await expect(rowOf(page, 'Second')).toBeVisible()
      await expectAnnounced(page, '1 of 3 selected')
      expect(await isSelected(page, 'Second')).toBe('false')
    })

    await test.step('a held Delete key deletes only one row', async () => {
      await rowOf(page, 'First').focus()
      await page.keyboard.press('Escape')
      await expectAnnounced(page, '0 of 3 selected')
      await page.keyboard.down('Delete')
      await expect(page.getByText('First deletion successfull')).toBeVisible()
      await expect(rowOf(page, 'Second')).toBeFocused()
      for (let repeats = 0; repeats < 3; repeats++) await page.keyboard.down('Delete')
      await page.keyboard.up('Delete')
      await expect(page.getByRole('grid').getByRole('row')).toHaveCount(3)
      expect(await listRemaining()).toEqual(['Second', 'Third'])
    })
  },
)

test(
  'a range starts at the chosen row after any sort and covers only found rows',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { page } = await openCars(start, baseURL!, ['Delta van', 'Alpha', 'Charlie van', 'Bravo'])
    await rowOf(page, 'Alpha').focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Model Name' }).click()
    const inOrder = [/Model/, /Alpha/, /Bravo/, /Charlie/, /Delta/]
    await expect(page.getByRole('grid').getByRole('row')).toContainText(inOrder)
    await expectAnnounced(page, '1 of 4 selected')
    await rowOf(page, 'Bravo').click({ modifiers: ['Shift'], position: { x: 300, y: 10 } })
    await expectAnnounced(page, '2 of 4 selected')
    expect(await isSelected(page, 'Alpha')).toBe('true')

    await find(page, 'van')
    await expectAnnounced(page, '0 of 2 selected. 2 cars were hidden and are no longer selected.')
    await rowOf(page, 'Charlie van').focus()
    await page.keyboard.press('Shift+ArrowDown')
    await expectAnnounced(page, '2 of 2 selected')
    await find(page, '')
    await expectAnnounced(page, '2 of 4 selected')
    expect(await isSelected(page, 'Delta van')).toBe('true')
    await rowOf(page, 'Delta van').focus()
    await page.keyboard.press('Escape')
    await expectAnnounced(page, '0 of 4 selected')
  },
)

test(
  'actions in the lists of sellers and reports ignore rows hidden by a search',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const admin = await newAdmin(baseURL!)
    const [one, two] = [createUniqueModel('Una'), createUniqueModel('Dos')]
    const sellers = [await newAccount(baseURL!, 'seller', one), await newAccount(baseURL!, 'seller', two)]
    const { app, page } = await start({ keychain: 'none' })
    await signInAs(page, admin.email)

    await chooseCommand(app, 'allSellers')
    for (const name of [one, two]) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await find(page, one)
    await expectAnnounced(page, '1 of 1 selected. 1 seller was hidden and is no longer selected.')
    await page.getByRole('button', { name: 'Verify 1 seller' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make Verified' }).click()
    await expect(page.getByText(`${one} is now a verified seller`)).toBeVisible()
    const isVerified = async (seller: { token: string }) =>
      (await apiCall<{ verified: boolean }>(baseURL!, 'GET', '/users/me', seller.token)).verified
    expect([await isVerified(sellers[0]!), await isVerified(sellers[1]!)]).toEqual([true, false])

    for (const modelName of [one, two]) {
      const { _id } = await listCar(baseURL!, sellers[0]!.token, { modelName })
      await apiCall(baseURL!, 'POST', '/report', sellers[1]!.token, { reportedItemInfo: { _id } })
    }
    await chooseCommand(app, 'reports')
    for (const name of [one, two]) await page.getByRole('checkbox', { name: `Select Audi ${name}` }).check()
    const report = (name: string) => page.getByRole('row', { name: `Select Audi ${name}` })
    await report(two).focus()
    await page.keyboard.press('Delete')
    const question = page.getByRole('alertdialog', { name: `Delete the report on Audi ${two}?` })
    await expect(question).toContainText('1 selected report stays.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await find(page, one)
    await expectAnnounced(page, '1 of 1 selected. 1 report was hidden and is no longer selected.')
    await page.getByRole('button', { name: 'Review 1 report' }).click()
    const dialog = page.getByRole('dialog', { name: `Review report: Audi ${one}` })
    await dialog.getByRole('radio', { name: /^Dismiss/ }).check()
    await dialog.getByRole('button', { name: 'Save decision' }).click()
    await expect(page.getByText('Report dismissed')).toBeVisible()
    await find(page, two)
    await expect(report(two)).toContainText('Open')
  },
)
