import type { Page } from '@playwright/test'
import { findBarriers } from '../support/axe.ts'
import { buildDeal, buildDispute } from '../support/deal-rows.ts'
import { buildPerson } from '../support/factories.ts'
import { expect, test, useToken } from '../support/own-server.ts'
import type { TestServer } from '../support/server.ts'
import {
  breakCalls,
  recordRequestPaths,
  readColumnHeaders,
  expectToFit,
  findTableRow,
} from './dashboard-steps.ts'

const DISPUTES = /\/api\/disputes/
const HOUR_MS = 3_600_000

async function enterAsAdmin(page: Page, { ctx }: TestServer) {
  await useToken(page.context(), (await buildPerson(ctx, { role: 'admin', full_name: 'Ada Admin' })).token)
}

/** Makes the server's Stripe calls about disputes succeed, and records the submissions. */
function replaceStripe({ ctx }: TestServer) {
  const submitted: string[] = []
  ctx.payments.updateDispute = async (id, _evidence, isSubmitted) => {
    if (isSubmitted) submitted.push(id)
    return ctx.payments.getDispute(id)
  }
  ctx.payments.getDispute = async (id) => {
    const row = await ctx.db
      .selectFrom('disputes')
      .innerJoin('payments', 'payments.id', 'disputes.payment_id')
      .selectAll('disputes')
      .select('intent_id')
      .where('disputes.id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      id,
      intentId: row.intent_id,
      amount: row.amount,
      reason: row.reason,
      state: submitted.includes(id) ? 'under_review' : row.state,
      openedAt: new Date(row.opened_at),
      dueBy: row.due_by === null ? null : new Date(row.due_by),
      withdrawn: row.amount,
      fee: 1500,
    }
  }
  return submitted
}

function dueIn(hours: number): string {
  return new Date(Date.now() + hours * HOUR_MS).toISOString()
}

test('an admin finds, filters, and sorts deals, and each leads to its page', async ({ page, server }) => {
  const { ctx } = server
  const { purchaseId } = await buildDeal(ctx, { car: 'Quiet One' })
  await buildDeal(ctx, { car: 'Broken One', buyer: 'Paula Problem' }, { state: 'problem' })
  await buildDispute(ctx, {}, { car: 'Disputed One' })
  await enterAsAdmin(page, server)
  await page.goto('/dashboard/deals')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deals3')
  expect(await readColumnHeaders(page)).toEqual([
    'Car',
    'Status',
    'Amount',
    'Buyer',
    'Seller',
    'Paid on',
    'Handover',
  ])
  await expect(findTableRow(page, 'Broken One')).toContainText('Problem reported')
  await expect(findTableRow(page, 'Disputed One')).toContainText('Disputed')
  await expect(page.getByRole('link', { name: /Quiet One/ })).toHaveAttribute(
    'href',
    `/dashboard/deals/${purchaseId}`,
  )
  expect(await findBarriers(page)).toEqual([])

  await page.goto('/dashboard/deals?state=problem')
  await expect(findTableRow(page, 'Paula Problem')).toBeVisible()
  await expect(findTableRow(page, 'Quiet One')).toHaveCount(0)
  await page.goto('/dashboard/deals?q=quiet')
  await expect(findTableRow(page, 'Quiet One')).toBeVisible()
  await expect(findTableRow(page, 'Broken One')).toHaveCount(0)
})

test('an admin checks the evidence, saves a draft, and submits it once', async ({ page, server }) => {
  const submitted = replaceStripe(server)
  const id = await buildDispute(server.ctx, { due_by: dueIn(50) })
  await enterAsAdmin(page, server)
  await page.goto('/dashboard/disputes')
  const row = findTableRow(page, 'A4 Avant')
  await expect(row).toContainText('2 days left')
  await expect(row).toContainText('The buyer says they didn’t get the car.')
  await expect(row).toContainText('Evidence needed')
  expect(await findBarriers(page)).toEqual([])
  await row.getByRole('link').click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dispute: 2021 Audi A4')
  await expect(page.getByRole('link', { name: 'Open deal' })).toHaveAttribute(
    'href',
    /^\/dashboard\/deals\/[\w-]/,
  )
  const activity = page.getByLabel('Activity of the buyer')
  await activity.fill('Signed in three times.')
  await expect(activity).toHaveAccessibleDescription('22 of 20,000 characters')
  expect(await findBarriers(page)).toEqual([])

  // Typed text survives a reload, and leaving asks first.
  await page.reload({ waitUntil: 'load' })
  await expect(activity).toHaveValue('Signed in three times.')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Disputes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()

  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeDisabled()
  expect(submitted).toEqual([])

  const submissions = recordRequestPaths(page, 'POST', /\/submit$/)
  await page.getByLabel('Refund policy and how it was shown').fill('Shown before the payment.')
  await page.getByRole('button', { name: 'Submit to the bank' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You can submit evidence only once.')
  await question.getByRole('button', { name: 'Submit to the bank' }).dblclick()
  await expect(page.getByText('The evidence is with the bank')).toBeVisible()
  await expect(page.getByLabel('Refund policy and how it was shown')).toHaveValue('Shown before the payment.')
  await expect(activity).toHaveAttribute('readonly')
  await expect(page.getByRole('button', { name: 'Submit to the bank' })).toHaveCount(0)
  expect(submitted).toEqual([id])
  expect(submissions).toHaveLength(1)
})

test('evidence that Stripe rejects stays on the page', { tag: '@full' }, async ({ page, server }) => {
  replaceStripe(server)
  const id = await buildDispute(server.ctx)
  await enterAsAdmin(page, server)
  await page.goto(`/dashboard/disputes?dispute=${id}`)
  await breakCalls(page, DISPUTES, 'PUT')
  const name = page.getByLabel('Buyer’s name')
  await name.fill('Beatrice Buyer')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong on our end.' })).toBeVisible()
  await expect(name).toHaveValue('Beatrice Buyer')
  await page.unroute(DISPUTES)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved')).toBeVisible()
})

test(
  'a closed dispute is read-only, and an unknown dispute leads back to the list',
  { tag: '@full' },
  async ({ page, server }) => {
    const id = await buildDispute(server.ctx, { state: 'lost', closed_at: new Date().toISOString() })
    await enterAsAdmin(page, server)
    await page.goto(`/dashboard/disputes?dispute=${id}`)
    await expect(page.getByText('The bank returned the money to the buyer.')).toBeVisible()
    await expect(page.getByLabel('Buyer’s name')).toHaveAttribute('readonly')
    await expect(page.getByLabel('Activity of the buyer')).toHaveCount(0)
    await page.goto('/dashboard/disputes?dispute=du_unknown')
    await page.getByRole('link', { name: 'Back to disputes' }).click()
    await expect(findTableRow(page, 'A4 Avant')).toContainText('Lost')
  },
)

test('empty lists describe their future entries', { tag: '@full' }, async ({ page, server }) => {
  await enterAsAdmin(page, server)
  await page.goto('/dashboard/deals')
  await expect(page.getByText('No deals yet')).toBeVisible()
  await page.goto('/dashboard/disputes')
  await expect(page.getByText('No disputes', { exact: true })).toBeVisible()
})

test('the overview shows problems and disputes first, and payments link to their deals', async ({
  page,
  server,
}) => {
  const { ctx } = server
  const { purchaseId } = await buildDeal(
    ctx,
    { car: 'Broken One', buyer: 'Paula Problem' },
    { state: 'problem' },
  )
  const id = await buildDispute(ctx, {}, { car: 'Disputed One' })
  await enterAsAdmin(page, server)
  await page.goto('/dashboard/overview')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Open problems 1' })).toHaveAttribute(
    'href',
    '/dashboard/deals?state=problem',
  )
  await expect(main.getByRole('link', { name: 'Open disputes 1' })).toHaveAttribute(
    'href',
    '/dashboard/disputes',
  )
  const attention = main.getByRole('region', { name: 'Needs your attention' }).getByRole('listitem')
  await expect(attention.first().getByRole('link', { name: 'Check evidence' })).toHaveAttribute(
    'href',
    `/dashboard/disputes?dispute=${id}`,
  )
  await expect(attention.nth(1)).toContainText('Paula Problem')
  await expect(attention.nth(1).getByRole('link', { name: 'Decide' })).toHaveAttribute(
    'href',
    `/dashboard/deals/${purchaseId}`,
  )
  expect(await findBarriers(page)).toEqual([])
  await page.goto('/dashboard/payments')
  await expect(page.getByRole('link', { name: /^View deal: .*Broken One/ })).toHaveAttribute(
    'href',
    `/dashboard/deals/${purchaseId}`,
  )
})

test(
  'the overview shows the last run of the deals job, and warns when it fails',
  { tag: '@full' },
  async ({ page, server }) => {
    await enterAsAdmin(page, server)
    const runDeals = server.ctx.metrics.addJob('deals', 15)
    await runDeals(() => Promise.resolve())
    await page.goto('/dashboard/overview')
    await expect(page.getByText(/^Deals, payouts, and reminders last processed/)).toBeVisible()

    const failing = server.ctx.metrics.addJob('deals', 15)
    await expect(failing(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
    await page.reload()
    await expect(page.getByText('Deals aren’t being processed')).toBeVisible()
  },
)

test(
  'both lists and the evidence fit the longest texts on the smallest screen',
  { tag: '@full' },
  async ({ page, server }) => {
    const { ctx } = server
    const texts = { car: 'W'.repeat(100), buyer: 'B'.repeat(100), seller: 'S'.repeat(100) }
    const id = await buildDispute(
      ctx,
      { evidence: JSON.stringify({ customer_name: 'C'.repeat(500) }) },
      texts,
    )
    await enterAsAdmin(page, server)
    await page.goto('/dashboard')
    for (const path of [
      '/dashboard/deals',
      '/dashboard/disputes',
      `/dashboard/disputes?dispute=${id}`,
      '/dashboard/payments',
      '/dashboard/overview',
    ])
      await expectToFit(page, path)
    expect(await findBarriers(page)).toEqual([])
  },
)
