import { expect } from '@playwright/test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The kinds of emails from the identity service, as its sandbox names them in file names. */
export type MailKind = 'verify-email' | 'password-reset' | 'email-changed'

/** Returns an address's emails of one kind so far, oldest first. */
export function listMails(email: string, kind: MailKind): Promise<string[]> {
  return readMails(email, (name) => name.includes(`-${kind}-`))
}

/** Returns an address's emails so far, oldest first, as email clients receive them. */
export async function readMails(
  email: string,
  isWanted = (_name: string) => true,
  dataDir = process.env.E2E_DATA_DIR ?? process.env.DATA_DIR,
): Promise<string[]> {
  if (!dataDir) throw new Error('Set DATA_DIR to the folder of the Kerblight that is tested')
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const matchingNames = names.filter((name) => isComplete(name) && isWanted(name)).toSorted()
  const texts = await Promise.all(matchingNames.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.filter((text) => text.includes(`To: ${email}\r\n`))
}

/**
 * Reports whether an email file is complete. Incomplete files have other names and may disappear at any
 * moment.
 */
function isComplete(name: string): boolean {
  return name.endsWith('.eml')
}

/** Returns the link in the newest email of this kind, once `count` such emails have arrived. */
export async function waitForMailedLink(email: string, kind: MailKind, count = 1): Promise<string> {
  await expect
    .poll(async () => (await listMails(email, kind)).length, { message: `mails '${kind}' to ${email}` })
    .toBe(count)
  const mail = (await listMails(email, kind)).at(-1)!
  return /^http\S+$/m.exec(mail)![0]
}
