import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStripeSandbox } from '../../sandbox/stripe/server.ts'
import type { Config } from '../../server/config/config.ts'
import { expected, step } from '../bootstrap/print.cjs'
import { completeInSandbox, createAccountLink, useAccount, waitForAccount } from './account.ts'
import { receiveDispute, winDispute } from './dispute.ts'
import { openMarket, type Market } from './market.ts'
import { compareBooks } from './reconcile.ts'
import { checkReversal, checkTransfer, confirmHandover, payForCar, refundPayment } from './sale.ts'

/** Stripe's test cards: money that is available immediately, and 4000000000000259, whose owner disputes it. */
const CARD = 'pm_card_bypassPending'
const DISPUTE_CARD = 'pm_card_createDispute'

/**
 * Runs two sales with a Stripe account in test mode.
 * @param accountId the seller's account; if omitted, a new one is created
 * @throws an expected error, or one of Stripe's, that names the failure
 */
export function rehearseWithKey(secretKey: string, accountId?: string): Promise<void> {
  return rehearse(stripeSettings(secretKey, null), accountId)
}

/** Runs two sales with a Stripe sandbox, which is started for them. */
export async function rehearseInSandbox(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kerblight-rehearsal-'))
  const { port, close } = await startStripeSandbox({ port: 0, dataDir, webhookSecret: 'whsec_unused' })
  try {
    await rehearse(stripeSettings('sk_test_kerblight', { host: '127.0.0.1', port }))
  } finally {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function rehearse(stripe: Config['stripe'], accountId?: string): Promise<void> {
  const startedAt = new Date()
  const market = await openMarket(stripe)
  try {
    await step('Check the key', () => checkKey(market))
    await prepareAccount(market, accountId)
    const paidOut = await step('Pay for a car', () => payForCar(market, CARD))
    report(`${paidOut.intentId}: transfer group ${paidOut.purchaseId}`)
    await step('Confirm the handover', () => confirmHandover(market, paidOut))
    report(await step('Check the transfer', () => checkTransfer(market, paidOut)))
    report(await step('Refund the payment', () => refundPayment(market, paidOut)))
    report(await step('Check the reversal', () => checkReversal(market, paidOut)))
    const disputed = await step('Pay with a disputed card', () => payForCar(market, DISPUTE_CARD))
    const disputeId = await step('Receive the dispute', () => receiveDispute(market, disputed))
    report(`${disputeId}: the evidence is in Stripe`)
    await step('Win the dispute with evidence', () => winDispute(market, disputed, disputeId))
    const sales = [paidOut, disputed]
    const count = await step('Compare the books', () => compareBooks(market, sales, startedAt))
    report(`${count} balance transactions agree with the books`)
  } finally {
    await market.close()
  }
  console.log('The rehearsal is complete.')
}

async function checkKey({ stripe }: Market): Promise<void> {
  const { livemode } = await stripe.balance.retrieve()
  if (livemode) throw expected('STRIPE_SECRET_KEY is not a test key.')
}

async function prepareAccount(market: Market, accountId: string | undefined): Promise<void> {
  if (accountId !== undefined) {
    await step('Use the account', () => useAccount(market, accountId))
    return
  }
  const url = await step('Create an account and its link', () => createAccountLink(market))
  const isSandbox = market.ctx.config.stripe.sandbox !== null
  if (isSandbox) await step('Complete the onboarding', () => completeInSandbox(url))
  else report(`Open ${url} and complete the onboarding with Stripe’s test data. Then close the page.`)
  report(`${await step('Wait for the account', () => waitForAccount(market))} can receive transfers`)
}

function report(text: string): void {
  console.log(`  ${text}`)
}

function stripeSettings(secretKey: string, sandbox: Config['stripe']['sandbox']): Config['stripe'] {
  return { secretKey, publishableKey: '', webhookSecret: '', accountWebhookSecret: null, sandbox }
}
