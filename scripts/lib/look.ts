import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianPackages } from './debian-packages.ts'
import { ensureBuilt } from './ensure-built.ts'
import { runTool } from './run.ts'

/**
 * Runs one of the tools in tests/look against the built product, with fresh demo data and dedicated ports.
 * `filters` are Playwright arguments, such as `-g payment`. Resolves with the exit code.
 */
export async function look(instrument: string, filters: string[]): Promise<number> {
  await ensureDebianPackages()
  await ensureBuilt()
  const data = mkdtempSync(join(tmpdir(), 'kerblight-look-'))
  try {
    const settings = ['--reporter=line', '--timeout=120000', '--trace=off', '--output=test-results/look']
    return await runTool('@playwright/test', ['test', ...settings, `${instrument}.spec.ts`, ...filters], {
      env: { E2E_DATA_DIR: data, E2E_TESTS: 'tests/look' },
    })
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}
