import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '../../server/db/connection.ts'
import { runCommand } from '../support/command.ts'
import { canMount, mountSmallDisk } from '../support/small-disk.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kerblight-backups-'))
const file = join(dataDir, 'kerblight.db')
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function run(command: 'backup' | 'restore', ...args: string[]) {
  return runCommand(command, args, { env: { DATA_DIR: dataDir } })
}

it('backs up the database while Kerblight runs, and restores the copy only once it has stopped', async () => {
  expect(await run('backup')).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no database at'),
  })
  const database = await openDatabase({ databaseFile: file, backupDir: join(dataDir, 'backups') })
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
    output: expect.stringContaining(`Restored ${copy} to `),
  })
})

it('explains an unusable backup folder without a stack trace', async () => {
  const database = await openDatabase({ databaseFile: file, backupDir: join(dataDir, 'backups') })
  await database.close()
  const occupied = join(dataDir, 'occupied')
  writeFileSync(occupied, '')
  const { code, output } = await runCommand('backup', [], {
    env: { DATA_DIR: dataDir, BACKUP_DIR: occupied },
  })
  expect(code).toBe(1)
  expect(output.trim().split('\n')).toEqual([
    expect.stringMatching(/^Can’t back up .* is not a folder\. .*BACKUP_DIR/),
  ])
})

it.skipIf(!canMount)('explains a read-only or full backup folder without a stack trace', async () => {
  const disk = mountSmallDisk(1)
  const tryBackup = async () => {
    const { output } = await runCommand('backup', [], { env: { DATA_DIR: dataDir, BACKUP_DIR: disk.folder } })
    return output.trim().split('\n')
  }
  try {
    disk.fillUp(0)
    expect(await tryBackup()).toEqual([expect.stringContaining('the disk or the quota is full')])
    disk.setReadOnly()
    expect(await tryBackup()).toEqual([expect.stringMatching(/read-only|cannot be written by this user/)])
  } finally {
    disk.unmount()
  }
})
