import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { findFreePort } from '../../scripts/cluster/postgres-server.ts'
import { defaultSettings } from '../../scripts/lib/default-settings.ts'

/** What is in the log of `node server/serve.ts` until it listens. */
async function logOf(env: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-serve-'))
  const settings = { DATA_DIR: folder, DATABASE_URL: ':memory:', PORT: String(await findFreePort()), ...env }
  const server = spawn(process.execPath, ['server/serve.ts'], {
    env: { ...process.env, ...defaultSettings, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  const lines: string[] = []
  for await (const line of createInterface(server.stdout)) {
    lines.push(line)
    if (line.includes('"listening"')) server.kill()
  }
  await ended
  rmSync(folder, { recursive: true })
  return lines.join('\n')
}

it('warns of a sandbox that others can reach, and of no other', async () => {
  const open = await logOf({ SANDBOX: 'on', PUBLIC_URL: 'https://cars.example' })
  expect(open).toContain('anyone who can reach this address can sign in as anyone')
  expect(await logOf({ SANDBOX: 'on' })).not.toContain('anyone')
})
