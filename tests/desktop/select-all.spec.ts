import { newAccount } from '../support/e2e.ts'
import { findBarriers } from '../support/axe.ts'
import { buildCar } from '../support/factories.ts'
import { expect, holdResponses, formatMinute, formatNumberedName, findListRow, test } from './long-lists.ts'
import { chooseCommand, signInAs } from './steps.ts'

/** Number of cars, which exceeds the limit of 1,000 per change. */
const CARS = 1003

test.slow()

test('Ctrl+A selects all found rows, loaded or not, up to the announced limit of 1,000', async ({
  start,
  server,
}) => {
  const { email } = await newAccount(server.url, 'seller', 'Lena Lot')
  const { db } = server.ctx
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  // The newest car is the first in the list.
  for (let index = 1; index <= CARS; index++)
    await buildCar(server.ctx, id, {
      model_name: formatNumberedName(index % 100 ? 'Model' : 'Rare', CARS + 1 - index),
      posted_at: formatMinute(index),
    })
  const { app, page } = await start({ keychain: 'none' })
  await signInAs(page, email)
  await chooseCommand(app, 'myCars')
  const status = page.getByRole('status').filter({ hasText: 'selected' })
  const bar = page.getByRole('region', { name: 'Selected cars' })
  const limit = 'Selected the first 1,000 of 1,003 found; that’s the most one change can take.'

  await expect(findListRow(page, 'Model 0001')).toBeFocused()
  await test.step('a new search cancels a pending selection', async () => {
    const searchBox = page.getByRole('textbox', { name: 'Find in this list' })
    const release = await holdResponses(page)
    await page.keyboard.press('Control+a')
    await expect(status).toHaveText('0 of 1,003 selected. Loading the rest to select it…')
    await searchBox.fill('rare')
    await release()
    await expect(status).toHaveText('0 of 10 selected')
    await searchBox.fill('')
    await expect(status).toHaveText('0 of 1,003 selected')
    await findListRow(page, 'Model 0001').focus()
  })
  await page.keyboard.press('Control+a')
  await expect(status).toHaveText(`1,000 of 1,003 selected. ${limit}`)
  await expect(bar).toContainText('1,000 of 1,003 cars selected.')
  await expect(bar).toContainText(limit)
  await expect(page.getByRole('checkbox', { name: 'Select all rows' })).toBeChecked()
  expect(await findBarriers(page)).toEqual([])

  await test.step('no further row can be selected', async () => {
    await page.keyboard.press('End')
    await expect(findListRow(page, 'Model 1003')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(status).toHaveText('1,000 of 1,003 selected. 1,000 is the most one change can take.')
    await expect(findListRow(page, 'Model 1003')).toHaveAttribute('aria-selected', 'false')
  })

  await test.step('one change updates all selected cars', async () => {
    await bar.getByRole('button', { name: 'More changes' }).click()
    await page.getByRole('menuitem', { name: 'Change location' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change location' })
    await dialog.getByLabel('Location').fill('Salem')
    await dialog.getByRole('button', { name: 'Change 1,000 cars' }).click()
    await expect(page.getByText('Location changed on 1,000 cars')).toBeVisible()
    const { count } = await db
      .selectFrom('cars')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('location', '=', 'Salem')
      .executeTakeFirstOrThrow()
    expect(count).toBe(1000)
  })

  await test.step('Ctrl+A during a search selects all rows found, in a bar of one line', async () => {
    const release = await holdResponses(page)
    await Promise.all([
      page.waitForResponse(/=rare/),
      page.getByRole('textbox', { name: 'Find in this list' }).fill('rare'),
    ])
    // The previous rows remain visible until the held response arrives.
    await page.getByRole('row').nth(1).focus()
    await page.keyboard.press('Control+a')
    await release()
    await expect(status).toHaveText('10 of 10 selected')
    await page.setViewportSize({ width: 1024, height: 700 })
    const lines = await bar.evaluate((box) =>
      [...box.children].map((part) => {
        const { top, bottom } = part.getBoundingClientRect()
        return Math.round((top + bottom) / 2)
      }),
    )
    expect(new Set(lines).size).toBe(1)
  })
})
