import type { Page } from '@playwright/test'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { holdCalls } from '../support/delayed-calls.ts'
import { photo } from '../support/photo.ts'
import { choose, failInside, findTableRow } from './dashboard-steps.ts'
import { createUniqueModel } from './market.ts'

test.slow()

test('a draft saves automatically, continues in another window and after a network failure, and is published', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const model = createUniqueModel('A6')
  await useToken(page.context(), seller.token)
  await page.goto('/dashboard/addcars')

  const front = await photo('front.jpg')
  await test.step('it is saved at the first pause, with its photo', async () => {
    await page.getByLabel('Model name').fill(model)
    await page.locator('input[type=file]').first().setInputFiles(front)
    await expect(page.getByText(/^Draft saved /)).toBeVisible()
  })

  await test.step('input made offline stays and is saved once the network returns', async () => {
    await page.context().setOffline(true)
    await page.getByLabel('Location').fill('Boise')
    await expect(page.getByText(/^You’re offline\. What you type stays here/)).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText(/^Draft saved /)).toBeVisible()
  })

  await test.step('the list shows the draft’s missing details and links to the form', async () => {
    await navigateInApp(page, '/dashboard/mycars')
    const row = findTableRow(page, model)
    await expect(row).toContainText('Draft')
    await expect(row).toContainText(
      'Ready to publish. Details missing: the year, the mileage, the VIN or the reason for not having one, and a price',
    )
    await choose(page, row, 'Continue')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(model)
    await expect(page.getByLabel('Location')).toHaveValue('Boise')
    await expect(page.getByRole('list', { name: 'Photos in order' }).locator('> li')).toHaveCount(1)
  })

  await test.step('the first window reports a save by a second window, and neither loses anything', async () => {
    const otherPage = await page.context().newPage()
    await otherPage.goto(page.url())
    await otherPage.getByLabel('Usage time').fill('3 years')
    await expect(otherPage.getByText(/^Draft saved /)).toBeVisible()
    await page.getByLabel('Location').fill('Salem')
    await expect(page.getByText('This draft was saved in another window since')).toBeVisible()
    await page.getByRole('button', { name: 'Load the other version' }).click()
    await expect(page.getByLabel('Usage time')).toHaveValue('3 years')
    await otherPage.close()
  })

  await test.step('the checklist links to each field, and disappears once the draft is complete', async () => {
    const checklist = page.getByRole('region', { name: 'For a complete listing' })
    await checklist.getByRole('button', { name: 'Add the year' }).click()
    await expect(page.getByLabel('Year')).toBeFocused()
    await page.getByLabel('Year').fill('2019')
    await page.getByLabel('Mileage', { exact: false }).first().fill('40000')
    await page.getByLabel('Why it has no VIN').fill('Kit car')
    await page.getByLabel('Original price').fill('41,000')
    await page.getByLabel('Phone').fill('555-0100')
    await page.getByLabel('Resell price').fill('24,900')
    await expect(checklist).toHaveCount(0)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page).toHaveURL('/dashboard/mycars')
    await expect(findTableRow(page, model)).toContainText('In stock')
  })
})

test(
  'leaving prompts for confirmation while changes are unsaved',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    await useToken(page.context(), seller.token)
    await page.goto('/dashboard/addcars')
    const saved = page.getByText(/^Draft saved [^,]+$/)
    const leaveForm = () => page.getByRole('link', { name: 'My cars' }).first().click()
    const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' })

    await test.step('input typed during a save does not count as saved', async () => {
      const nextNew = await holdCalls(page, '**/api/cars/drafts')
      const nextSave = await holdCalls(page, '**/api/cars/*/draft')
      await page.getByLabel('Model name').fill(createUniqueModel('A6'))
      const first = await nextNew()
      await page.getByLabel('Location').fill('Boise')
      const statusTexts = await watchStatus(page)
      await first.continue()
      const second = await nextSave()
      expect(await statusTexts()).not.toContainEqual(expect.stringMatching(/^Draft saved/))
      await page.unroute('**/api/cars/*/draft')
      await second.continue()
      await expect(saved).toBeVisible()
    })

    await test.step('an invalid field prompts for confirmation', async () => {
      await page.getByLabel('Year').fill('12')
      await expect(page.getByText(/^Draft saved .+, except for what needs fixing$/)).toBeVisible()
      await leaveForm()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await page.getByLabel('Year').fill('2012')
      await expect(saved).toBeVisible()
    })

    await test.step('a photo that was not uploaded prompts for confirmation', async () => {
      await page.route('**/api/1/upload?*', failInside)
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles(await photo('front.jpg'))
      await expect(page.getByText(/^Draft saved .+, except for what needs fixing$/)).toBeVisible()
      await leaveForm()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await page.unroute('**/api/1/upload?*')
      await page.getByRole('button', { name: 'Try photo 1 again' }).click()
      await expect(saved).toBeVisible()
    })

    await test.step('no prompt appears once all changes are saved, including a removed photo', async () => {
      const saveResponse = page.waitForResponse((response) => response.request().method() === 'PUT')
      await page.getByRole('button', { name: /^Remove/ }).click()
      await saveResponse
      await expect(saved).toBeVisible()
      await leaveForm()
      await expect(page).toHaveURL('/dashboard/mycars')
    })
  },
)

test('a draft without car details is called “Untitled draft” in the list, toast, and changes', async ({
  page,
  baseURL,
}) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  await apiCall(baseURL!, 'POST', '/cars/drafts', token, {})
  await useToken(page.context(), token)
  await page.goto('/dashboard/mycars')
  await choose(page, findTableRow(page, 'Untitled draft'), 'Delete')
  await expect(page.getByText('Untitled draft deletion successfull')).toBeVisible()
  await navigateInApp(page, '/dashboard/changes')
  await expect(findTableRow(page, 'Taken down')).toContainText('Untitled draft')
})

/** Records all texts of the page's status lines from now on. */
async function watchStatus(page: Page): Promise<() => Promise<string[]>> {
  const statusTexts = await page.evaluateHandle(() => {
    const texts: string[] = []
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('form [role=status]')) texts.push(textContent)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    return texts
  })
  return () => statusTexts.evaluate((texts) => [...texts])
}
