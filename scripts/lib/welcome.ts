import type { Config } from '../../server/config.ts'
import { demoAccounts, demoCards } from '../../server/db/seed/demo-accounts.ts'

/** What `npm start` prints once everything listens. */
export function welcome(config: Config, url: string): string {
  const isBehindAnother = config.publicUrl !== url
  const address = isBehindAnother ? `${config.publicUrl} (listening on ${url})` : url
  const lines = ['', `  Kerblight is ready: ${address}`, '']
  if (config.world === 'sandbox') lines.push(...sandboxLines(config.dataDir))
  return lines.join('\n')
}

function sandboxLines(dataDir: string): string[] {
  return [
    '  A sandbox: nobody is charged and no mail leaves this machine. Sign in as',
    ...demoAccounts.map(
      ({ email, password, role }) => `    ${email.padEnd(24)}${password.padEnd(14)}${role}`,
    ),
    '  and pay with',
    ...demoCards.map(({ number, meaning }) => `    ${number.padEnd(38)}${meaning}`),
    '',
    `  Data in ${dataDir}. Ctrl-C stops it.`,
    '',
  ]
}
