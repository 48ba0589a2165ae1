import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { explainDownload } from '../../scripts/lib/package-console.ts'
import { runCommand } from '../support/command.ts'

it('explains the next step if Electron can’t be downloaded', () => {
  const cause = Object.assign(new Error('getaddrinfo ENOTFOUND github.com'), { code: 'ENOTFOUND' })
  expect(explainDownload(cause)).toMatchObject({
    isExpected: true,
    message: expect.stringMatching(
      /^Electron can’t be downloaded: .*github\.com\. Connect .* ELECTRON_MIRROR/,
    ),
  })
})

it('returns any other error unchanged', () => {
  const error = new Error('No such file')
  expect(explainDownload(error)).toBe(error)
})

it('ends npm run dist with an error if nothing could be built', { timeout: 120_000 }, async () => {
  const cache = mkdtempSync(join(tmpdir(), 'kerblight-electron-'))
  try {
    const env = { ELECTRON_MIRROR: 'http://127.0.0.1:9/', electron_config_cache: cache }
    const { code, output } = await runCommand('dist', [], { env })
    expect(output).toContain('Electron can’t be downloaded')
    expect(code).toBe(1)
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
})
