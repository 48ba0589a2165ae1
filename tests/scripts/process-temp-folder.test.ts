import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { createProcessTempFolder } from '../../scripts/lib/process-temp-folder.ts'

const parent = mkdtempSync(join(tmpdir(), 'kerblight-own-folder-'))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(parent, { recursive: true, force: true })
})

it('replaces only the folders of killed processes', () => {
  vi.stubEnv('TMPDIR', parent)
  const { pid } = spawnSync(process.execPath, ['--version'])
  const folder = (name: string) => {
    const path = join(parent, name)
    mkdirSync(path)
    return path
  }
  const abandonedFolder = folder(`work-${pid}-aB3dE6`)
  const otherFolders = [
    folder(`work-${process.ppid}-aB3dE6`),
    folder(`other-work-${pid}-aB3dE6`),
    folder(`work-of-${pid}-aB3dE6`),
    folder('work-aB3dE6'),
    createProcessTempFolder('work'),
  ]
  const ownFolder = createProcessTempFolder('work')
  expect(existsSync(abandonedFolder)).toBe(false)
  expect([...otherFolders, ownFolder].filter((path) => !existsSync(path))).toEqual([])
})
