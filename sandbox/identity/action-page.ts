import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EmulatorProject } from './emulator.ts'
import { escapeHtml, sendPage } from './html.ts'
import { readForm } from './request-body.ts'

const headings: Record<string, string> = {
  resetPassword: 'Choose a new password',
  verifyEmail: 'Verify your e-mail address',
  verifyAndChangeEmail: 'Change your e-mail address',
  recoverEmail: 'Take back your e-mail address',
}

/**
 * The page behind a link in a mail. The emulator answers such links with JSON that tells a developer how to go
 * on; a person who follows one in a browser gets a page instead. `runEmulator` answers the request, whose
 * address may have been rewritten, and resolves with the body once what it changed is on disk.
 */
export async function serveActionPage(
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  project: EmulatorProject,
  runEmulator: () => Promise<Buffer>,
): Promise<void> {
  const code = project.oobs.get(url.searchParams.get('oobCode') ?? '')
  const resetsPassword = url.searchParams.get('mode') === 'resetPassword'
  let fault = ''
  if (req.method === 'POST') {
    const password = (await readForm(req))?.get('newPassword') ?? ''
    if (resetsPassword && password) {
      const target = new URL(url)
      target.searchParams.set('newPassword', password)
      req.method = 'GET'
      req.url = `${target.pathname}${target.search}`
      const body = await runEmulator()
      // Too weak a password leaves the code as it was, so that another can be tried.
      if (res.statusCode < 400 || !project.oobs.has(code?.oobCode ?? '')) return sendOutcome(res, url, body)
      fault = messageOf(body)
    }
  }
  if (resetsPassword && code?.requestType === 'PASSWORD_RESET')
    return sendPasswordForm(res, code.email, fault)
  sendOutcome(res, url, await runEmulator())
}

function sendPasswordForm(res: ServerResponse, email: string, fault: string): void {
  sendPage(res, fault ? 400 : 200, {
    title: 'Choose a new password',
    main: `<h1>Choose a new password</h1>
<p class="lead">for ${escapeHtml(email)}</p>
<form method="post">
  <label for="password-input">New password</label>
  <input id="password-input" name="newPassword" type="password" required minlength="6" autocomplete="new-password" aria-describedby="password-error" autofocus>
  <p id="password-error" class="error" role="alert">${escapeHtml(fault)}</p>
  <div class="actions"><button type="submit" class="primary">Save password</button></div>
</form>`,
  })
}

function sendOutcome(res: ServerResponse, url: URL, body: Buffer): void {
  if (res.statusCode >= 300 && res.statusCode < 400) {
    res.end(body)
    return
  }
  const heading = headings[url.searchParams.get('mode') ?? ''] ?? 'This link does not work'
  sendPage(res, res.statusCode, {
    title: heading,
    main: `<h1>${escapeHtml(heading)}</h1>\n<p role="status">${escapeHtml(messageOf(body))}</p>`,
  })
}

/** The emulator's own sentence, from either of its two shapes of answer. */
function messageOf(body: Buffer): string {
  const answer = JSON.parse(body.toString('utf8')) as {
    authEmulator?: { success?: string; error?: string }
    error?: { message?: string }
  }
  const message = answer.authEmulator?.success ?? answer.authEmulator?.error ?? answer.error?.message ?? ''
  // 'WEAK_PASSWORD : Password should be at least 6 characters'
  return message.replace(/^[A-Z_]+ : /, '')
}
