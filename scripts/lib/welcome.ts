import type { Config } from '../../server/config/config.ts'
import { demoAccounts, demoCards } from '../../server/features/config/demo-accounts.ts'

/** Returns the message that `npm start` prints once all services are listening. */
export function welcome(config: Config, url: string): string {
  const isBehindAnother = config.publicUrl !== url
  const address = isBehindAnother ? `${config.publicUrl} (listening on ${url})` : url
  const lines = ['', `  Kerblight is ready: ${address}`, '']
  if (config.mode === 'sandbox') lines.push(...sandboxLines(config))
  else if (config.stripe.secretKey.includes('_test_'))
    lines.push('  A rehearsal: Stripe is in test mode, so no one is charged.', '')
  return lines.join('\n')
}

function sandboxLines(config: Config): string[] {
  return [
    ...(config.sandbox?.isOpen
      ? ['  SANDBOX=on: anyone who can reach this address can sign in as anyone.', '']
      : []),
    '  This is a sandbox: no one is charged, and no email is sent. Sign in as',
    ...demoAccounts.map(
      ({ email, password, role }) => `    ${email.padEnd(24)}${password.padEnd(14)}${role}`,
    ),
    '  and pay with',
    ...demoCards.map(({ number, meaning }) => `    ${number.padEnd(38)}${meaning}`),
    '',
    `  Data in ${config.dataDir}. Ctrl-C stops it.`,
    '',
  ]
}
