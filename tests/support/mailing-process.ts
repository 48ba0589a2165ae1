import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { root } from '../../scripts/lib/root.ts'
import type { SmtpServer } from './smtp.ts'

/** The server as in production, including its jobs, on a free port. */
const program = `
  import { loadConfig } from '${join(root, 'server/config/config.ts')}'
  import { startServer } from '${join(root, 'server/main.ts')}'
  await startServer({ ...loadConfig(), port: 0 })`

/** Creates an empty SQLite database for processes that send emails until they are killed. */
export function createMailingProcess() {
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-kill-'))
  const databaseUrl = `file:${join(folder, 'kerblight.db')}`
  let child: ChildProcess | undefined

  /** Starts a server, and kills it once the mail server has received `count` emails in total. */
  async function killAt(smtp: SmtpServer, count: number): Promise<void> {
    const { PATH, HOME } = process.env
    const database = { DATA_DIR: folder, DATABASE_URL: databaseUrl }
    const running = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { PATH, HOME, ...database, SMTP_URL: smtp.url, LOG_LEVEL: 'silent' },
      stdio: 'ignore',
    })
    child = running
    await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThanOrEqual(count), {
      timeout: 60_000,
      interval: 5,
    })
    running.kill('SIGKILL')
    await once(running, 'exit')
  }

  /** Kills the process after a failed test, and deletes the database. */
  function remove(): void {
    child?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }

  return { databaseUrl, killAt, remove }
}
