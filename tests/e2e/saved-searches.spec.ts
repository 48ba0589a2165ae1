import { expect, newAccount, test } from '../support/e2e.ts'
import { undo } from './dashboard-steps.ts'
import { signIn } from './steps.ts'

test('a visitor saves a search after signing in, changes its frequency, and deletes it', async ({
  page,
  baseURL,
}) => {
  const { email } = await newAccount(baseURL!, 'buyer', 'Sara Searcher')
  await page.goto('/search?brand=Tesla&priceMax=60000')
  await page.getByRole('button', { name: 'Save search' }).click()
  await signIn(page, email)

  const dialog = page.getByRole('dialog', { name: 'Save search' })
  await expect(dialog).toContainText('Tesla')
  await expect(dialog.getByLabel('Name')).toHaveValue(/Tesla/)
  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: 'Save search' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await dialog.getByLabel('Name').fill('My Tesla')
  await dialog.getByRole('radio', { name: 'Daily' }).check()
  await dialog.getByRole('button', { name: 'Save search' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('link', { name: 'Saved', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/searches')
  const link = page.getByRole('link', { name: 'My Tesla' })
  await expect(link).toHaveAttribute('href', '/search?brand=Tesla&priceMax=60000')
  const frequency = page.getByLabel('Alerts')
  await expect(frequency).toHaveValue('daily')
  await frequency.selectOption('Weekly')
  await page.reload()
  await expect(frequency).toHaveValue('weekly')

  await page.getByRole('button', { name: 'Delete My Tesla' }).click()
  await expect(page.getByText('No saved searches yet')).toBeVisible()
  await undo(page, 'Search deleted')
  await expect(link).toBeVisible()
})
