import { describe, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'

describe('npm run rehearse', () => {
  it('runs two sales against the sandbox', { timeout: 60_000 }, async () => {
    const { code, output } = await runCommand('rehearse', ['--sandbox'])
    expect(output).toMatch(/tr_\w+: \$24,402, after a fee of \$498/)
    expect(output).toMatch(/re_\w+: \$24,900, succeeded/)
    expect(output).toMatch(/trr_\w+: \$24,402/)
    expect(output).toMatch(/du_\w+: the evidence is in Stripe/)
    // Two charges, a transfer, a refund, a reversal, and the two movements of a won dispute.
    expect(output).toContain('7 balance transactions agree with the books')
    expect(output).toContain('The rehearsal is complete.')
    expect(code).toBe(0)
  })

  it.each(['', 'sk_live_1234'])('rejects the key "%s"', async (key) => {
    const { code, output } = await runCommand('rehearse', [], { env: { STRIPE_SECRET_KEY: key } })
    expect(output).toContain('Set STRIPE_SECRET_KEY to a test key')
    expect(code).toBe(1)
  })

  it('rejects an account together with the sandbox', async () => {
    const { code, output } = await runCommand('rehearse', ['--sandbox', '--account', 'acct_1'])
    expect(output).toContain('Usage: npm run rehearse')
    expect(code).toBe(1)
  })
})
