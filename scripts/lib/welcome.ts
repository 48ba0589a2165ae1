import type { Config } from '../../server/config.ts'

/** What `npm start` prints once everything listens. */
export function welcome(config: Config, url: string): string {
  const address = config.world === 'sandbox' ? config.publicUrl : `${config.publicUrl} (listening on ${url})`
  const lines = ['', `  Kerblight is ready: ${address}`, '']
  if (config.world === 'sandbox') {
    lines.push(
      '  A sandbox: nobody is charged and no mail leaves this machine.',
      '',
      '    admin   admin@kerblight.test    Kerblight1',
      '    seller  dealer@kerblight.test   Kerblight1',
      '    buyer   buyer@kerblight.test    Kerblight1',
      '    card    4242 4242 4242 4242     any later date, any CVC',
      '',
      `  Data in ${config.dataDir}. Ctrl-C stops it.`,
      '',
    )
  }
  return lines.join('\n')
}
