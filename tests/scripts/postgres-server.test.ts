import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, it } from 'vitest'
import { startPostgres } from '../../scripts/cluster/postgres-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerblight-postgres-test-'))
// If the tests run as root, Postgres runs as another user, who needs access to the folder.
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Reports whether a client can connect with this URL. */
async function opens(url: string): Promise<boolean> {
  const client = new Client(url)
  try {
    await client.connect()
    return true
  } catch (error) {
    expect((error as Error).message).toContain('password authentication failed')
    return false
  } finally {
    await client.end()
  }
}

const withPassword = (url: string, password: string) => Object.assign(new URL(url), { password }).href

it.skipIf(process.platform === 'win32')(
  'restricts access with a generated password, stored with the data and regenerated if missing',
  async () => {
    const data = join(folder, 'data')
    const passwordFile = join(data, 'kerblight-password')
    const first = await startPostgres(data)
    expect(await opens(first.url)).toBe(true)
    for (const guess of ['kerblight', 'postgres'])
      expect(await opens(withPassword(first.url, guess))).toBe(false)
    expect((statSync(passwordFile).mode & 0o777).toString(8)).toBe('600')
    expect((statSync(data).mode & 0o777).toString(8)).toBe('700')
    await first.stop()

    const { port, password } = new URL(first.url)
    const second = await startPostgres(data, Number(port))
    expect(second.url).toBe(first.url)
    await second.stop()

    rmSync(passwordFile)
    const third = await startPostgres(data)
    expect(await opens(withPassword(third.url, password))).toBe(false)
    expect(await opens(third.url)).toBe(true)
    await third.stop()
  },
  60_000,
)
