import { buildCar, buildPerson } from '../support/factories.ts'
import { expect, test, useToken } from '../support/own-server.ts'

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

test('a ZIP code and a radius find nearby cars, nearest first', async ({ page, server }) => {
  const seller = await buildPerson(server.ctx, { account: 'seller', zip: '44113' })
  for (const [model_name, zip] of [
    ['Cleveland car', null],
    ['Akron car', '44304'],
    ['Chicago car', '60601'],
  ] as const)
    await buildCar(server.ctx, seller.id, { model_name, zip })
  await page.goto('/search')
  const filters = page.getByRole('region', { name: 'Filters' })
  const cards = page.getByRole('region', { name: 'Cars' }).getByRole('article')
  const sort = page.getByRole('combobox', { name: 'Sort' })
  const zip = filters.getByRole('textbox', { name: 'Near ZIP code' })
  await expect(cards).toHaveCount(3)
  await expect(sort.getByRole('option', { name: 'Nearest first (enter a ZIP code)' })).toBeDisabled()

  await zip.fill('4430')
  await zip.press('Enter')
  await expect(zip).toHaveAccessibleDescription('Enter a ZIP code of five digits, such as 44304.')
  await zip.fill('44304')
  await zip.press('Enter')
  await expect(page).toHaveURL('/search?near=44304&within=25')
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('Less than 1 mi away')

  await filters.getByRole('combobox', { name: 'Within' }).selectOption('50 mi')
  await expect(cards).toHaveCount(2)
  await sort.selectOption('Nearest first')
  await expect(page).toHaveURL('/search?near=44304&within=50&sort=nearest')
  await expect(cards.nth(0)).toContainText('Akron car')
  await expect(cards.nth(1)).toContainText('29 mi away')

  const chips = page.getByRole('list', { name: 'Chosen filters' })
  await chips.getByRole('button', { name: 'Remove Within 50 mi of 44304' }).click()
  await expect(cards).toHaveCount(3)
  await expect(sort).toHaveValue('newest')
  await expect(zip).toHaveValue('44304')
  await page.goBack()
  await expect(cards).toHaveCount(2)
  await expect(sort).toHaveValue('nearest')

  await page.goto('/search')
  await expect(zip).toHaveValue('44304')
  await expect(cards).toHaveCount(3)
  await zip.fill('00000')
  await zip.press('Enter')
  await expect(zip).toHaveAccessibleDescription('We don’t know this ZIP code. Check its five digits.')
  await expect(zip).toHaveValue('00000')
})

test('a seller sets a ZIP code for the account and for a car', async ({ page, server }) => {
  const seller = await buildPerson(server.ctx, { account: 'seller' })
  const carId = await buildCar(server.ctx, seller.id)
  await useToken(page.context(), seller.token)
  await page.goto('/dashboard/account')
  const profile = page.getByRole('form', { name: 'Profile' })
  const zip = profile.getByRole('textbox', { name: /ZIP code/ })
  const name = profile.getByRole('textbox', { name: 'Full name' })
  await name.fill('Robin of Akron')
  await zip.fill('00000')
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(zip).toHaveAccessibleDescription(/We don’t know this ZIP code/)
  await expect(name).toHaveValue('Robin of Akron')
  await zip.fill('44304-1234')
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(zip).toHaveValue('44304')

  await page.goto(`/dashboard/mycars/${carId}/edit`)
  const carZip = page.getByRole('textbox', { name: /ZIP code/ })
  await expect(carZip).toHaveValue('44304')
  await expect(carZip).toHaveAccessibleDescription('Leave empty to use 44304 from your account')
})
