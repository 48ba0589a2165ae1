/**
 * `npm run rehearse` runs two sales with the test keys of a Stripe account, from the seller's account to the
 * comparison of the books. It uses its own database, in memory.
 */
import { parseArgs } from 'node:util'
import { expected, print } from './bootstrap/print.cjs'
import { endWithParent } from './lib/end-with-parent.ts'
import { loadEnvFile } from './lib/env-file.ts'
import { describeFailure } from './lib/failure.ts'
import { root } from './lib/root.ts'

const usage = `Usage: npm run rehearse [-- --account ID | --sandbox]

Runs two sales with Stripe: account, payment, handover, transfer, refund, reversal, dispute,
and the comparison of the books. It needs a test key in STRIPE_SECRET_KEY and charges no one.

  (nothing)      creates a seller's account; complete its onboarding in a browser.
  --account ID   uses the account of an earlier rehearsal.
  --sandbox      uses a Stripe sandbox on this machine and needs no key.
  --help         prints this text.`

endWithParent()
process.chdir(root)
try {
  await main(process.argv.slice(2))
} catch (error) {
  print(describeStripeError(error) ?? (await describeFailure(error)))
  process.exitCode = 1
}

async function main(args: string[]): Promise<void> {
  const { sandbox, account, help } = readArguments(args)
  if (help) return console.log(usage)
  const key = sandbox ? null : readTestKey()
  const { rehearseInSandbox, rehearseWithKey } = await import('./rehearse/rehearse.ts')
  await (key === null ? rehearseInSandbox() : rehearseWithKey(key, account))
}

function readArguments(args: string[]) {
  try {
    const options = {
      account: { type: 'string' },
      sandbox: { type: 'boolean' },
      help: { type: 'boolean' },
    } as const
    const { values } = parseArgs({ args, options })
    if (values.sandbox && values.account !== undefined)
      throw new Error('--account can’t be used with --sandbox')
    return values
  } catch (error) {
    throw expected(`${(error as Error).message}\n\n${usage}`)
  }
}

function readTestKey(): string {
  loadEnvFile()
  const key = process.env.STRIPE_SECRET_KEY ?? ''
  if (!/^[sr]k_test_\w+$/.test(key))
    throw expected('Set STRIPE_SECRET_KEY to a test key, which begins with sk_test_ or rk_test_.')
  return key
}

/** Describes an error of Stripe's API without a stack; returns null for any other error. */
function describeStripeError(error: unknown): string | null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const isFromStripe = cause instanceof Error && 'type' in cause && String(cause.type).startsWith('Stripe')
  return isFromStripe ? `Stripe reported an error: ${cause.message}` : null
}
