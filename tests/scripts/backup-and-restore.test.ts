import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { defaultSettings } from '../../scripts/lib/default-settings.ts'
import { openDatabase } from '../../server/db/connection.ts'

const scripts = join(import.meta.dirname, '../../scripts')
const dataDir = mkdtempSync(join(tmpdir(), 'kerblight-backups-'))
const file = join(dataDir, 'kerblight.db')
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Runs a command as the bootstrap hands on to it. */
function run(command: 'backup' | 'restore', ...args: string[]) {
  const { PATH, HOME } = process.env
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(scripts, `${command}.ts`), ...args],
      { env: { PATH, HOME, ...defaultSettings, DATA_DIR: dataDir } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

it('copy the database beside a running Kerblight, and put the copy back once it has stopped', async () => {
  expect(await run('backup')).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no database yet'),
  })
  const database = await openDatabase(file)
  const backup = await run('backup')
  const copy = backup.output.trim()
  expect(backup.code).toBe(0)
  expect(copy.startsWith(join(dataDir, 'backups'))).toBe(true)
  expect(existsSync(copy)).toBe(true)

  expect(await run('restore', copy)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Stop Kerblight first'),
  })
  await database.close()
  expect(await run('restore')).toMatchObject({ code: 1, output: expect.stringContaining('Usage') })
  expect(await run('restore', copy)).toMatchObject({
    code: 0,
    output: expect.stringContaining(`is ${copy} now`),
  })
})
