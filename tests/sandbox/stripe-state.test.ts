import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { startStripeSandbox } from '../../sandbox/stripe/server.ts'
import {
  carPrice,
  connect,
  openStripeSetup,
  readCharge,
  simulateFullDisk,
  webhookSecret,
} from './stripe-setup.ts'

describe('the sandbox’s state', () => {
  it('survives a restart', async () => {
    await using setup = await openStripeSetup()
    const intent = await setup.stripe.paymentIntents.create({
      ...carPrice,
      payment_method: 'pm_card_visa',
      confirm: true,
    })
    const refund = await setup.stripe.refunds.create({ payment_intent: intent.id, amount: 100 })
    await setup.restart()
    expect(await setup.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' })
    expect(await setup.stripe.refunds.retrieve(refund.id)).toMatchObject({ amount: 100 })
    expect(readCharge(setup, intent)).toMatchObject({
      amount_refunded: 100,
    })
  })

  it('contains no card number', async () => {
    await using setup = await openStripeSetup()
    const method = await setup.stripe.paymentMethods.create(
      { type: 'card', card: { number: '4111111111111111', exp_month: 12, exp_year: 2034, cvc: '737' } },
      { idempotencyKey: 'card' },
    )
    const texts = (await readdir(setup.dataDir)).map((name) => readFile(join(setup.dataDir, name), 'utf8'))
    const text = (await Promise.all(texts)).join('')
    expect(text).toContain(method.id)
    expect(text).not.toContain('4111111111111111')
    expect(text).not.toMatch(/"737"/)
  })

  it('is never recreated from a damaged file', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kerblight-stripe-'))
    const path = join(dataDir, 'stripe.db')
    await writeFile(path, '{"version":1')
    await expect(startStripeSandbox({ port: 0, dataDir, webhookSecret })).rejects.toThrow(
      /stripe\.db cannot be used/,
    )
    expect(await readFile(path, 'utf8')).toBe('{"version":1')
    await rm(dataDir, { recursive: true })
  })

  it('reports an error if its port is taken', async () => {
    await using setup = await openStripeSetup()
    const dataDir = await mkdtemp(join(tmpdir(), 'kerblight-stripe-'))
    const taken = startStripeSandbox({ port: setup.sandbox.port, dataDir, webhookSecret })
    await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await rm(dataDir, { recursive: true })
  })

  it('is served even if its old data cannot be deleted', async () => {
    await using setup = await openStripeSetup()
    const intent = await setup.stripe.paymentIntents.create(carPrice, { idempotencyKey: 'old' })
    const fullDisk = simulateFullDisk(setup, 'idempotency')
    const log: string[] = []
    await setup.restart({ now: () => Date.now() + 48 * 60 * 60 * 1_000, log: (line) => log.push(line) })
    expect(log).toEqual([expect.stringContaining('disk is full')])
    expect(await setup.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ id: intent.id })
    fullDisk.end()
  })

  it('loses no acknowledged change when the process is killed under load', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kerblight-stripe-'))
    const program = `
      import { startStripeSandbox } from ${JSON.stringify(new URL('../../sandbox/stripe/server.ts', import.meta.url).href)}
      const sandbox = await startStripeSandbox({ port: 0, dataDir: process.argv[1], webhookSecret: 'whsec' })
      console.log(sandbox.port)
    `
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [port] = (await once(createInterface(child.stdout), 'line')) as [string]
    const stripe = connect({ port: Number(port) })
    const acknowledged: string[] = []
    const load = Array.from({ length: 8 }, async () => {
      for (;;) {
        const intent = await stripe.paymentIntents.create({
          ...carPrice,
          payment_method: 'pm_card_visa',
          confirm: true,
        })
        acknowledged.push(intent.id)
        if (acknowledged.length === 60) child.kill('SIGKILL')
      }
    })
    await Promise.allSettled(load)
    expect(acknowledged.length).toBeGreaterThanOrEqual(60)

    const sandbox = await startStripeSandbox({ port: 0, dataDir, webhookSecret })
    const after = connect(sandbox)
    for (const id of acknowledged) {
      expect((await after.paymentIntents.retrieve(id)).status).toBe('succeeded')
    }
    await sandbox.close()
    await rm(dataDir, { recursive: true })
  })

  it('handles a hundred concurrent payments, each with its own intent and charge', async () => {
    await using setup = await openStripeSetup()
    const intents = await Promise.all(
      Array.from({ length: 100 }, () =>
        setup.stripe.paymentIntents.create({ ...carPrice, payment_method: 'pm_card_visa', confirm: true }),
      ),
    )
    expect(new Set(intents.map(({ id }) => id)).size).toBe(100)
    expect(new Set(intents.map(({ latest_charge }) => latest_charge)).size).toBe(100)
    expect(intents.every(({ status }) => status === 'succeeded')).toBe(true)
  })
})
