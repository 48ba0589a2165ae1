import { expect, newAccount, test, useToken } from '../support/e2e.ts'
import { extractPdfTexts } from '../support/pdf-texts.ts'
import { listCar } from './market.ts'

test('a list prints from its first page, with headings on every page and no controls', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  for (let index = 0; index < 20; index++)
    await listCar(baseURL!, seller.token, { modelName: `Printed ${index}.` })
  await useToken(page.context(), seller.token)
  await page.goto('/dashboard/mycars')
  await expect(page.getByRole('row').filter({ hasText: 'Printed 0.' })).toBeVisible()

  const texts = extractPdfTexts(await page.pdf({ preferCSSPageSize: true }))
  expect(texts.length).toBeGreaterThan(1)
  for (const text of texts) expect(text).toMatch(/Model Name.*Printed \d+\.|Printed \d+\..*Model Name/)
  for (const word of ['Skip to content', 'Add car', 'Select all']) expect(texts.join('')).not.toContain(word)
})

test(
  'the sheets of several cars remain until the browser has printed them',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    for (const number of [1, 2, 3]) await listCar(baseURL!, seller.token, { modelName: `Sheet ${number}.` })
    await useToken(page.context(), seller.token)
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.goto('/dashboard/mycars')
    for (const number of [1, 3])
      await page
        .getByRole('row')
        .filter({ hasText: `Sheet ${number}.` })
        .getByRole('checkbox')
        .check()
    await page.getByRole('button', { name: 'More changes' }).click()
    await page.getByRole('menuitem', { name: 'Print windshield sheets' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-printed')

    const texts = extractPdfTexts(await page.pdf({ preferCSSPageSize: true }))
    expect(texts).toHaveLength(2)
    expect(texts.join('')).not.toContain('Sheet 2.')
    await expect(page.locator('.car-sheets')).toHaveCount(0)
  },
)
