import type { Page } from '@playwright/test'
import { pages } from '../../contract/pages.ts'
import { findBarriers } from '../support/axe.ts'
import { buildPerson } from '../support/factories.ts'
import { expect, test, useToken } from '../support/own-server.ts'
import type { TestServer } from '../support/server.ts'
import { choose, expectToFit, findTableRow } from './dashboard-steps.ts'

async function enterAsAdmin(page: Page, { ctx }: TestServer): Promise<void> {
  const admin = await buildPerson(ctx, { full_name: 'Ada Admin', role: 'admin' })
  await useToken(page.context(), admin.token)
  await page.goto(pages.fees.path)
}

test('an admin changes the general fee after a preview of its effect', async ({ page, server }) => {
  await enterAsAdmin(page, server)
  const percent = page.getByLabel('Percent')
  const save = page.getByRole('button', { name: 'Save fee' })
  await expect(percent).toHaveValue('2')
  await expect(findTableRow(page, '$24,900')).toHaveText('$24,900$498$24,402')

  await percent.fill('2.5')
  await page.getByLabel('Lowest fee').fill('200')
  await page.getByLabel('Highest fee').fill('1,500')
  await expect(findTableRow(page, '$5,000')).toHaveText('$5,000$200$4,800')
  await expect(findTableRow(page, '$24,900')).toHaveText('$24,900$622.50$24,277.50')
  await expect(findTableRow(page, '$80,000')).toHaveText('$80,000$1,500$78,500')

  await test.step('invalid input shows an error at its field', async () => {
    await percent.fill('51')
    await save.click()
    await expect(percent).toHaveAccessibleDescription(/^Enter a percentage from 0 to 50/)
    await percent.fill('2.5')
    await page.getByLabel('Highest fee').fill('100')
    await save.click()
    await expect(page.getByLabel('Highest fee')).toHaveAccessibleDescription(/^Enter at least the lowest fee/)
    await page.getByLabel('Highest fee').fill('1,500')
  })

  await test.step('a server error is shown at its field', async () => {
    await page.route('**/api/fees', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 400,
            contentType: 'application/problem+json',
            json: {
              type: '/problems/invalid-input',
              title: 'Some fields need your attention',
              status: 400,
              detail: '',
              instance: 'test',
              code: 'invalid-input',
              message: 'Some fields need your attention.',
              errors: [{ path: 'basisPoints', message: 'That’s too high.' }],
            },
          })
        : route.fallback(),
    )
    await save.click()
    await expect(percent).toHaveAccessibleDescription(/^That’s too high\./)
    await page.unroute('**/api/fees')
    await percent.fill('2.5')
  })

  await save.dblclick()
  await expect(page.getByText('Fee saved')).toBeVisible()
  await page.reload()
  await expect(percent).toHaveValue('2.5')
  await expect(page.getByLabel('Highest fee')).toHaveValue('1,500')
  expect(await findBarriers(page)).toEqual([])
  await expectToFit(page, pages.fees.path)
})

test('an admin adds, changes, and removes a seller’s fee', async ({ page, server }) => {
  const { email } = await buildPerson(server.ctx, { full_name: 'Hale Motors', account: 'seller' })
  await buildPerson(server.ctx, { full_name: 'Vale Cars', account: 'seller' })
  await enterAsAdmin(page, server)
  await expect(page.getByRole('heading', { name: 'All sellers pay the general fee' })).toBeVisible()
  await page.getByRole('button', { name: 'Add seller' }).click()
  const dialog = page.getByRole('dialog')
  const find = dialog.getByLabel('Find a seller')
  await find.fill('nobody at all')
  await expect(dialog.getByText('No seller found')).toBeVisible()
  await find.fill('hale')
  await dialog.getByRole('button', { name: /Hale Motors/ }).click()
  await dialog.getByLabel('Percent').fill('1')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save fee' }).click()
  const row = findTableRow(page, 'Hale Motors')
  await expect(row).toContainText('1%')
  await expect(row).toContainText(email)

  await page.getByRole('button', { name: 'Add seller' }).click()
  await expect(dialog.getByRole('button', { name: /Hale Motors/ })).toBeDisabled()
  await page.keyboard.press('Escape')

  await choose(page, row, 'Change fee')
  await dialog.getByLabel('Lowest fee').fill('25')
  await dialog.getByRole('button', { name: 'Save fee' }).click()
  await expect(row).toContainText('1%, at least $25')

  await choose(page, row, 'Remove fee')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove fee' }).click()
  await expect(page.getByText('Hale Motors pays the general fee')).toBeVisible()
  await expect(row).toHaveCount(0)
})
