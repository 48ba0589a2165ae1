import type { Page } from '@playwright/test'
import { call } from '../support/api-client.ts'
import { buildIssue, buildPerson, buildSubscriber } from '../support/factories.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { readMails } from '../support/mailbox.ts'
import { sendAll } from '../support/newsletter.ts'
import { expect, test, useToken } from '../support/own-server.ts'
import type { TestServer } from '../support/server.ts'
import { breakCalls, expectToFit, findTableRow, undo, blockNews } from './dashboard-steps.ts'

test.use({ viewport: { width: 1440, height: 900 } })

async function enterAsAdmin(page: Page, { ctx }: TestServer) {
  const admin = await buildPerson(ctx, { role: 'admin' })
  await useToken(page.context(), admin.token)
  return admin
}

/** Returns an address's emails so far, decoded as an email client would, without soft line breaks. */
async function mailsTo({ ctx }: TestServer, email: string): Promise<string[]> {
  await sendAll(ctx)
  const mails = await readMails(email, undefined, ctx.config.dataDir)
  return mails.map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))
}

const previewOf = (page: Page) => page.frameLocator('iframe[title="Preview of the email"]')

test('a stranger subscribes, receives the newsletter, and unsubscribes with one click', async ({
  page,
  server,
  secondContext,
}) => {
  const reader = await (await secondContext()).newPage()
  await test.step('a stranger subscribes and confirms', async () => {
    await reader.goto(`${server.url}/#newsletter`)
    const box = reader.getByRole('region', { name: 'Newsletter' })
    await box.getByLabel('Email address').fill('reader@people.test')
    await box.getByRole('button', { name: 'Subscribe' }).click()
    await expect(box.getByRole('status')).toContainText('check its inbox for our confirmation email')
    const [mail] = await mailsTo(server, 'reader@people.test')
    const [link] = /\/newsletter\/[\w-]+\/confirm/.exec(mail!)!
    await reader.goto(server.url + link)
    await reader.getByRole('button', { name: 'Confirm subscription' }).click()
    await expect(reader.getByRole('heading', { name: 'You’re subscribed' })).toBeVisible()
  })

  const admin = await enterAsAdmin(page, server)
  await test.step('an admin writes a newsletter and previews the email for subscribers', async () => {
    await page.goto('/dashboard/newsletter')
    await expect(page.getByText('1 subscriber.')).toBeVisible()
    await expect(page.getByText('No newsletters yet')).toBeVisible()
    await page.getByRole('link', { name: 'Write a newsletter' }).click()
    await page.getByLabel('Subject').fill('October at Kerblight')
    await page
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill('# New on the lot\n\n**Three Teslas** <b>here</b>')
    const mail = previewOf(page)
    await expect(mail.getByRole('heading', { name: 'New on the lot' })).toBeVisible()
    await expect(mail.getByText('<b>here</b>')).toBeVisible()
    await expect(mail.getByRole('link', { name: 'Unsubscribe' })).toBeVisible()
    await page.getByRole('tab', { name: 'Plain text' }).click()
    await expect(page.getByRole('tabpanel', { name: 'Plain text' })).toContainText('Unsubscribe: http')
  })

  await test.step('a test email goes only to the admin', async () => {
    await page.getByRole('button', { name: 'Send test to me' }).click()
    await expect(page.getByText(`Test sent to ${admin.email}`)).toBeVisible()
    const [mail] = await mailsTo(server, admin.email)
    expect(mail).toContain('Subject: [Test] October at Kerblight')
    expect(await mailsTo(server, 'reader@people.test')).toHaveLength(1)
  })

  await test.step('sending requires confirmation, shows the number of recipients, and happens once', async () => {
    const question = page.getByRole('alertdialog', { name: 'Send to 1 subscriber?' })
    await page.getByRole('button', { name: 'Send to 1 subscriber' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(/\/dashboard\/newsletter\/[\w-]{22}$/)
    expect(await mailsTo(server, 'reader@people.test')).toHaveLength(1)
    await page.getByRole('button', { name: 'Send to 1 subscriber' }).click()
    await question.getByRole('button', { name: 'Send to 1 subscriber' }).dblclick()
    const delivery = page.getByRole('region', { name: 'Delivery' })
    await expect(delivery).toContainText('Sent to 0 of 1 subscriber')
    expect(await mailsTo(server, 'reader@people.test')).toHaveLength(2)
    await expect(delivery).toContainText('Sent to 1 of 1 subscriber')
    await expect(page.getByRole('button', { name: 'Stop sending' })).toHaveCount(0)
  })

  await test.step('the mail program unsubscribes with one click', async () => {
    const mail = (await mailsTo(server, 'reader@people.test')).at(-1)!
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const [, path] = /List-Unsubscribe:\s+<https?:\/\/[^/]+(\/newsletter\/[\w-]+)>/.exec(mail)!
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const response = await fetch(server.url + path, { method: 'POST', body, redirect: 'manual' })
    expect(await response.json()).toMatchObject({ deletedCount: 1 })
    await navigateInApp(page, '/dashboard/newsletter')
    await expect(page.getByText('0 subscribers.')).toBeVisible()
    await expect(findTableRow(page, 'October at Kerblight')).toContainText('SentSent to 1 of 1 subscriber')
  })

  await test.step('a returning subscriber unsubscribes by the same link, after a confirmation page', async () => {
    await call(server.url, 'subscribe', { body: { email: 'reader@people.test' } })
    const mail = (await mailsTo(server, 'reader@people.test'))[1]!
    const [, path] = /List-Unsubscribe:\s+<https?:\/\/[^/]+(\/newsletter\/[\w-]+)>/.exec(mail)!
    await page.goto(path!)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible()
  })
})

test(
  'an incomplete newsletter cannot be tested, and a missing audience is reported',
  { tag: '@full' },
  async ({ page, server }) => {
    await enterAsAdmin(page, server)
    await page.goto('/dashboard/newsletter/new')
    await expect(page.getByText('There’s no one to send it to yet')).toBeVisible()
    await page.getByRole('button', { name: 'Send test to me' }).click()
    await expect(page.getByLabel('Subject')).toHaveAccessibleDescription('Enter a subject.')
    await expect(page.getByLabel('Subject')).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveAccessibleDescription(
      /Write the newsletter first\./,
    )

    await test.step('an error sending a new newsletter is shown at its draft', async () => {
      await buildSubscriber(server.ctx)
      await page.reload()
      await page.getByLabel('Subject').fill('October')
      await page.getByRole('textbox', { name: 'Text', exact: true }).fill('New on the lot')
      await breakCalls(page, /\/newsletter-issues\/[\w-]+\/send$/, 'POST')
      await page.getByRole('button', { name: 'Send to 1 subscriber' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Send to 1 subscriber' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'October' })).toBeVisible()
      await expect(page.getByText('Something went wrong on our end')).toBeVisible()
    })
  },
)

test(
  'unsaved text survives a reload, a failed save, and another admin’s save',
  { tag: '@full' },
  async ({ page, server }) => {
    const admin = await enterAsAdmin(page, server)
    await blockNews(page)
    const id = await buildIssue(server.ctx, admin.id, { subject: 'October', text: 'Old' })
    await page.goto(`/dashboard/newsletter/${id}`)
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.fill('Mine')

    await test.step('leaving prompts for confirmation, and a reload preserves the text', async () => {
      await page
        .getByRole('navigation', { name: 'Dashboard' })
        .getByRole('link', { name: 'Payments' })
        .click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
      page.once('dialog', (dialog) => void dialog.accept())
      await page.reload()
      await expect(text).toHaveValue('Mine')
    })

    await test.step('another admin’s version is shown next to the text before it is overwritten', async () => {
      await server.ctx.db
        .updateTable('newsletter_issues')
        .set({ text: 'Theirs', version: 2 })
        .where('id', '=', id)
        .execute()
      await page.getByRole('button', { name: 'Save draft' }).click()
      await expect(page.getByLabel('Their text')).toHaveValue('Theirs')
      await expect(text).toHaveValue('Mine')
      await page.getByRole('button', { name: 'Save my version' }).click()
      await expect(page.getByText('Draft saved')).toBeVisible()
      const { text: stored } = await server.ctx.db
        .selectFrom('newsletter_issues')
        .select('text')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(stored).toBe('Mine')
    })

    await test.step('the text can be saved as a new draft if another admin sent the newsletter', async () => {
      await text.fill('Mine, better')
      await server.ctx.db
        .updateTable('newsletter_issues')
        .set({ state: 'sent', started_at: server.ctx.now().toISOString() })
        .where('id', '=', id)
        .execute()
      await page.getByRole('button', { name: 'Save draft' }).click()
      await expect(page.getByText('This newsletter was sent in the meantime')).toBeVisible()
      await page.getByRole('button', { name: 'Save as a new draft' }).click()
      await expect(page).not.toHaveURL(new RegExp(id))
      await expect(text).toHaveValue('Mine, better')
    })

    await test.step('a failed save without a network preserves the text', async () => {
      await text.fill('Mine, best')
      await page.context().setOffline(true)
      await page.getByRole('button', { name: 'Save draft' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'can’t reach' })).toBeVisible()
      await expect(text).toHaveValue('Mine, best')
    })
  },
)

test(
  'sending is stopped and resumed, and a deleted draft is restored',
  { tag: '@full' },
  async ({ page, server }) => {
    const admin = await enterAsAdmin(page, server)
    await buildSubscriber(server.ctx)
    await buildSubscriber(server.ctx)
    const id = await buildIssue(server.ctx, admin.id, {
      subject: 'On its way',
      state: 'sending',
      recipients: 2,
    })
    await buildIssue(server.ctx, admin.id, { subject: 'Never mind' })

    await page.goto(`/dashboard/newsletter/${id}`)
    await page.getByRole('button', { name: 'Stop sending' }).click()
    const delivery = page.getByRole('region', { name: 'Delivery' })
    await expect(delivery).toContainText('Stopped')
    await sendAll(server.ctx)
    await expect(delivery).toContainText('Sent to 0 of 2 subscribers')
    await delivery.getByRole('button', { name: 'Resume sending' }).click()
    const question = page.getByRole('alertdialog', { name: 'Send to 2 more subscribers?' })
    await question.getByRole('button', { name: 'Resume sending' }).click()
    await expect(delivery).toContainText('Sending')
    await sendAll(server.ctx)
    await expect(delivery).toContainText('Sent to 2 of 2 subscribers')

    const unfinishedIssue = await buildIssue(server.ctx, admin.id, {
      subject: 'Nobody is left',
      state: 'stopped',
      recipients: 1,
      started_at: '2020-01-01T00:00:00.000Z',
    })
    await page.goto(`/dashboard/newsletter/${unfinishedIssue}`)
    await delivery.getByRole('button', { name: 'Resume sending' }).click()
    const finish = page.getByRole('alertdialog', { name: 'Finish this newsletter?' })
    await finish.getByRole('button', { name: 'Finish' }).click()
    await sendAll(server.ctx)
    await expect(delivery).toContainText('Sent to 0 of 1 subscriber · 1 unsubscribed first')

    await navigateInApp(page, '/dashboard/newsletter')
    const row = findTableRow(page, 'Never mind')
    await row.getByRole('button', { name: 'Actions for Never mind' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(row).toHaveCount(0)
    await undo(page, 'Draft deleted')
    await expect(row).toBeVisible()
    for (const path of ['/dashboard/newsletter', '/dashboard/newsletter/new', `/dashboard/newsletter/${id}`])
      await expectToFit(page, path)
  },
)
