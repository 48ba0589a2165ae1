import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { pages } from '../../contract/pages.ts'
import { statementsPath } from '../../contract/statements.ts'
import { bookCharge, bookPayout } from '../../server/sale/accounting/book.ts'
import { findDeal } from '../../server/sale/records/deal.repository.ts'
import { findPayment } from '../../server/sale/records/payment.repository.ts'
import { findBarriers } from '../support/axe.ts'
import { buildDeal } from '../support/deal-rows.ts'
import { buildPerson } from '../support/factories.ts'
import { expect, test, useToken } from '../support/own-server.ts'
import type { TestServer } from '../support/server.ts'
import { expectToFit, findTableRow } from './dashboard-steps.ts'

/** Builds a sale that was paid for in October and paid out in November 2026. */
async function buildPaidOutSale({ ctx }: TestServer): Promise<{ sellerId: string }> {
  const { purchaseId, payment } = await buildDeal(
    ctx,
    {},
    {
      state: 'released',
      charge_id: `ch_${Date.now()}`,
      confirmed_at: '2026-10-31T12:00:00.000Z',
      confirmed_by: 'code',
    },
  )
  const deal = (await findDeal(ctx.db, purchaseId))!
  await bookCharge(ctx.db, (await findPayment(ctx.db, payment.id))!, new Date('2026-10-30T12:00:00Z'))
  const fee = 49_800
  await bookPayout(
    ctx.db,
    deal,
    { id: `payout-${purchaseId}`, transferId: `tr_${purchaseId}`, paid: payment.amount, fee, debt: 0 },
    new Date('2026-11-02T12:00:00Z'),
  )
  return { sellerId: deal.sellerId }
}

async function download(page: Page, month: string, file: string) {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${month}` }).click()
  await page.getByRole('menuitem', { name: file, exact: true }).click()
  const saved = await started
  return { name: saved.suggestedFilename(), contents: readFileSync(await saved.path()) }
}

/** Checks the sales, the payouts, the reversed amount, and the fees of a month. */
async function expectAmounts(page: Page, month: string, amounts: string[]): Promise<void> {
  const cells = findTableRow(page, month).getByRole('cell')
  for (const [index, amount] of amounts.entries()) await expect(cells.nth(index + 1)).toHaveText(amount)
}

test('a new seller has no statements yet', async ({ page, server }) => {
  const newSeller = await buildPerson(server.ctx, { full_name: 'Nora New', account: 'seller' })
  await useToken(page.context(), newSeller.token)
  await page.goto(pages.payouts.path)
  await page.getByRole('link', { name: 'Statements', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No statements yet' })).toBeVisible()
  expect(await findBarriers(page)).toEqual([])
})

test('an admin chooses a seller and downloads their files', async ({ page, server }) => {
  const { sellerId } = await buildPaidOutSale(server)
  const admin = await buildPerson(server.ctx, { full_name: 'Ada Admin', role: 'admin' })
  await useToken(page.context(), admin.token)
  await page.goto(statementsPath())
  await page.getByLabel('Find a seller').fill('Sam Seller')
  await page.getByRole('button', { name: /Sam Seller/ }).click()
  await expect(page.getByRole('heading', { name: 'Statements of Sam Seller' })).toBeVisible()
  await expectAmounts(page, 'November 2026', ['1', '$24,402', '$0', '$498'])
  await expectAmounts(page, 'October 2026', ['0', '$0', '$0', '$0'])

  const statement = await download(page, 'November 2026', 'Statement (PDF)')
  expect(statement.name).toBe('kerblight-statement-2026-11.pdf')
  expect(statement.contents.subarray(0, 5).toString()).toBe('%PDF-')
  const invoice = await download(page, 'November 2026', 'Fee invoice (CSV)')
  expect(invoice.name).toBe('kerblight-invoice-2026-11.csv')
  expect(invoice.contents.toString()).toContain('498.00')
  await page.getByRole('button', { name: 'Download October 2026' }).click()
  await expect(page.getByRole('menuitem', { name: /^Statement/ })).toHaveCount(2)
  await expect(page.getByRole('menuitem', { name: /^Fee invoice/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  expect(await findBarriers(page)).toEqual([])
  await expectToFit(page, statementsPath(sellerId))
})
