import type { Page } from '@playwright/test'
import { apiCall, expect, test, createUniqueEmail } from '../support/e2e.ts'
import { goOnline } from '../support/go-online.ts'
import { readMails } from '../support/mailbox.ts'

/** Returns the link to Kerblight in the newest email to `email`, once there are `count` emails. */
async function linkInMail(email: string, link: RegExp, count = 1): Promise<string> {
  // The server sends an email a moment after the event that it reports.
  await expect.poll(async () => (await readMails(email)).length).toBe(count)
  const mail = (await readMails(email)).at(-1)!.replaceAll('=\r\n', '')
  return link.exec(mail)![0]
}

const confirmLink = /\/newsletter\/[\w-]{22}\/confirm/
const unownedAddress = 'A'.repeat(22)

test('a visitor’s input stays until it is accepted, and they subscribe once', async ({ page }) => {
  await page.goto('/#newsletter')
  const box = page.getByRole('region', { name: 'Newsletter' })
  await expect(box).toBeVisible()
  const field = box.getByLabel('Email address')
  const button = box.getByRole('button', { name: 'Subscribe' })
  await field.fill('nobody')
  await button.click()
  await expect(field).toHaveAccessibleDescription(/check the Email/i)
  await expect(field).toHaveValue('nobody')

  const email = createUniqueEmail('reader')
  await field.fill(email)
  await page.context().setOffline(true)
  await button.click()
  await expect(field).toHaveAccessibleDescription(/can’t reach Kerblight/)
  await expect(field).toHaveValue(email)
  await goOnline(page)

  const sentRequests: string[] = []
  await page.route('**/api/newsletter', async (route) => {
    sentRequests.push(route.request().postData() ?? '')
    await route.continue()
  })
  await button.dblclick()
  await expect(box.getByRole('status')).toContainText('check its inbox for our confirmation email')
  await expect(field).toHaveValue('')
  expect(sentRequests).toEqual([JSON.stringify({ email })])
})

test(
  'a visitor confirms by the emailed link, and unknown links show an error',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const email = createUniqueEmail('reader')
    await apiCall(baseURL!, 'POST', '/newsletter', undefined, { email })
    const link = await linkInMail(email, confirmLink)

    await test.step('opening the link changes nothing', async () => {
      await page.goto(link)
      await expect(page).toHaveTitle('Confirm subscription · Kerblight')
      await page.reload()
      await expectHeading(page, 'Get the Kerblight newsletter?')
    })

    await test.step('the button confirms, and can be pressed again', async () => {
      for (let times = 0; times < 2; times++) {
        await page.goto(link)
        await page.getByRole('button', { name: 'Confirm subscription' }).click()
        await expectHeading(page, 'You’re subscribed')
      }
    })

    await test.step('an unknown unsubscribe link shows an error', async () => {
      await page.goto(`/newsletter/${unownedAddress}`)
      await expectHeading(page, 'Unsubscribe from the newsletter?')
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await expectHeading(page, 'This link doesn’t match a current subscription')
    })

    await test.step('an expired confirmation link shows an error and leads back to the form', async () => {
      await page.goto(`/newsletter/${unownedAddress}/confirm`)
      await page.getByRole('button', { name: 'Confirm subscription' }).click()
      await expectHeading(page, 'This link doesn’t work anymore')
      await page.getByRole('link', { name: 'Subscribe again' }).click()
      await expect(page.getByRole('region', { name: 'Newsletter' })).toBeInViewport()
    })
  },
)

async function expectHeading(page: Page, name: string) {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
