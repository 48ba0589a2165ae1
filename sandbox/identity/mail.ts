import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutOfBandCode } from './emulator.ts'

interface Wording {
  slug: string
  subject: string
  text: string
}

const wordings: Record<string, Wording> = {
  PASSWORD_RESET: {
    slug: 'password-reset',
    subject: 'Reset your Kerblight password',
    text: 'Follow this link to choose a new password:',
  },
  VERIFY_EMAIL: {
    slug: 'verify-email',
    subject: 'Confirm your email address for Kerblight',
    text: 'Follow this link to confirm your email address:',
  },
  VERIFY_AND_CHANGE_EMAIL: {
    slug: 'change-email',
    subject: 'Confirm your new email address for Kerblight',
    text: 'Follow this link to make this your email address:',
  },
  RECOVER_EMAIL: {
    slug: 'email-changed',
    subject: 'Your Kerblight email was changed',
    text: "If this wasn't you, follow this link to undo the change:",
  },
}

/**
 * Writes the email for `code` to `folder`. Its link opens `actionUrl` with the parameters of the emulator's
 * own link.
 */
export async function writeCodeMail(
  folder: string,
  code: OutOfBandCode,
  { actionUrl, now = new Date() }: { actionUrl?: string | undefined; now?: Date } = {},
): Promise<void> {
  const wording = wordings[code.requestType]
  if (!wording) throw new Error(`No mail is known for the request ${code.requestType}`)
  const id = randomBytes(4).toString('hex')
  const name = `${now.toISOString().replaceAll(':', '-')}-${wording.slug}-${id}.eml`
  const recipient = code.requestType === 'VERIFY_AND_CHANGE_EMAIL' ? code.newEmail : code.email
  const lines = [
    'From: Kerblight <noreply@kerblight.test>',
    `To: ${removeLineBreaks(recipient ?? code.email)}`,
    `Subject: ${wording.subject}`,
    `Date: ${now.toUTCString()}`,
    `Message-ID: <${id}@kerblight.test>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Hello,',
    '',
    wording.text,
    '',
    actionUrl === undefined ? code.oobLink : `${actionUrl}${new URL(code.oobLink).search}`,
    '',
    "If you didn't ask for this, you can ignore this email.",
    '',
  ]
  await writeAtomically(folder, name, lines.join('\r\n'))
}

/** Writes a file atomically, so that a listing of the folder never contains an incomplete email. */
async function writeAtomically(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, name)
  await writeFile(`${path}.tmp`, text, { mode: 0o600, flush: true })
  await rename(`${path}.tmp`, path)
}

/** Removes line breaks, which would inject a header. The emulator accepts any address that contains an @. */
function removeLineBreaks(address: string): string {
  return address.replaceAll(/[\r\n]/g, '')
}
