import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../scripts/lib/root.ts'

/** Reads a `.env` file with this content in a separate process, and returns the process's output. */
function readEnv(text: string): { stdout: string; lines: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-env-'))
  try {
    writeFileSync(join(folder, '.env'), text)
    const program = `import { loadEnvFile } from './scripts/lib/env-file.ts'
      loadEnvFile(process.argv[1])
      console.log(process.env.CONTACT_HOURS)`
    const args = ['--input-type=module', '-e', program, folder]
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env: {} })
    return { stdout: stdout.trim(), lines: stderr.trim().split('\n').filter(Boolean) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it('reads the known settings of .env without printing a message', () => {
  const knownSettings =
    'CONTACT_HOURS=daily\n# PROT=1\nexport PORT=4000\nKERBLIGHT_API_ORIGIN=http://localhost:4000\n'
  expect(readEnv(knownSettings)).toEqual({ stdout: 'daily', lines: [] })
})

it('reports each unknown name in .env and suggests the closest setting', () => {
  const { stdout, lines } = readEnv(
    'PROT=4000\nFIREBASE_KEY=x\nSTRIPE_SECRET=x\nsmtp_url=x\nPASSWORD=x\nCONTACT_HOURS=daily\n',
  )
  expect(stdout).toBe('daily')
  expect(lines.toSorted()).toEqual([
    '.env: Kerblight has no setting FIREBASE_KEY. Did you mean FIREBASE_API_KEY?',
    '.env: Kerblight has no setting PASSWORD.',
    '.env: Kerblight has no setting PROT. Did you mean PORT?',
    '.env: Kerblight has no setting STRIPE_SECRET. Did you mean STRIPE_SECRET_KEY?',
    '.env: Kerblight has no setting smtp_url. Did you mean SMTP_URL?',
  ])
})
