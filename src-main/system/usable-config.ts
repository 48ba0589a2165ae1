import type { PublicConfig } from '../../contract/config.ts'

/**
 * Explains why the console rejects valid settings, or returns null. A remote server must not direct it to
 * this machine or to plain http.
 */
export function getUnusableReason(apiOrigin: string, config: PublicConfig): string | null {
  if (isHere(new URL(apiOrigin))) return null
  if (config.world === 'sandbox')
    return `The Kerblight at ${apiOrigin} is a sandbox. A console can only use a sandbox on the same computer.`
  const errors = webAddresses(config)
    .filter(([, address]) => !isSafeElsewhere(new URL(address)))
    .map(([name]) => `${name} must be https, and not on this computer`)
  return errors.length === 0 ? null : describeInvalidSettings(apiOrigin, errors)
}

const ASK = 'Ask its administrator to fix them, or connect to a different Kerblight server.'
const MAX_FAULTS = 3

/**
 * Builds the message about invalid settings of a server.
 * @param errors names of settings and their rules, without values, which an untrusted server controls
 */
export function describeInvalidSettings(apiOrigin: string, errors: string[]): string {
  const listed = [...errors.slice(0, MAX_FAULTS), ...(errors.length > MAX_FAULTS ? ['and more'] : [])]
  return `The Kerblight at ${apiOrigin} has settings this console can’t use: ${listed.join('; ')}. ${ASK}`
}

function webAddresses({ publicUrl, images }: PublicConfig): [name: string, address: string][] {
  return [
    ['publicUrl', publicUrl],
    ...images.hosts.map((host, index): [string, string] => [`images.hosts.${index}`, host]),
  ]
}

/** Every notation of this machine's hosts. */
const HERE = /^(127|0)\.|(^|\.)localhost$|^\[::(1|ffff:7f\w\w:\w+|ffff:0:0)?\]$/

function isHere({ hostname }: URL): boolean {
  return HERE.test(hostname)
}

function isSafeElsewhere(url: URL): boolean {
  return url.protocol === 'https:' && !isHere(url)
}
