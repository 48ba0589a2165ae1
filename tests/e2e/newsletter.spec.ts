import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiCall, expect, test, uniqueEmail } from '../support/e2e.ts'
import { isWhole } from '../support/mailbox.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('the newsletter’s box keeps what was typed until it is accepted, and accepts it once', async ({
  page,
}) => {
  await page.goto('/#newsletter')
  const box = page.getByRole('region', { name: 'Newsletter' })
  const field = box.getByLabel('E-mail address')
  const button = box.getByRole('button', { name: 'Subscribe' })
  await field.fill('nobody')
  await button.click()
  await expect(field).toHaveAccessibleDescription(/check the Email/i)
  await expect(field).toHaveValue('nobody')

  const email = uniqueEmail('reader')
  await field.fill(email)
  await page.context().setOffline(true)
  await button.click()
  await expect(field).toHaveAccessibleDescription(/cannot reach Kerblight/)
  await expect(field).toHaveValue(email)
  await page.context().setOffline(false)

  const sent: string[] = []
  await page.route('**/api/newsletter', async (route) => {
    sent.push(route.request().postData() ?? '')
    await route.continue()
  })
  await button.dblclick()
  await expect(box.getByRole('status')).toContainText('Thank you')
  await expect(field).toHaveValue('')
  expect(sent).toEqual([JSON.stringify({ email })])
})

test('a subscription ends by the link in its mail', async ({ page, baseURL }) => {
  const folder = process.env.E2E_DATA_DIR
  test.skip(!folder, 'The mails of a product that runs elsewhere are not ours to read.')
  const email = uniqueEmail('reader')
  await apiCall(baseURL!, 'POST', '/newsletter', undefined, { email })
  const link = await linkInMail(join(folder!, 'mail'), email)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Leave the newsletter?' })).toBeVisible()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'This address is not on the list' })).toBeVisible()
})

/** Mails are sent a moment after what they are about. */
async function linkInMail(folder: string, email: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const names = (await readdir(folder).catch(() => [])).filter(isWhole)
      const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
      link = mails.find((mail) => mail.includes(`To: ${email}`))?.match(/\/newsletter\/[\w-]+/)?.[0]
      return link
    })
    .toBeDefined()
  return link!
}
