import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { makeOwnFolder } from '../../scripts/cluster/own-folder.ts'

const place = mkdtempSync(join(tmpdir(), 'kerblight-own-folder-'))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(place, { recursive: true, force: true })
})

it('replaces the folders of killed processes, and leaves all others', () => {
  vi.stubEnv('TMPDIR', place)
  const { pid } = spawnSync(process.execPath, ['--version'])
  const folder = (name: string) => {
    const path = join(place, name)
    mkdirSync(path)
    return path
  }
  const left = folder(`work-${pid}-aB3dE6`)
  const others = [
    folder(`work-${process.ppid}-aB3dE6`),
    folder(`other-work-${pid}-aB3dE6`),
    folder(`work-of-${pid}-aB3dE6`),
    folder('work-aB3dE6'),
    makeOwnFolder('work'),
  ]
  const own = makeOwnFolder('work')
  expect(existsSync(left)).toBe(false)
  expect([...others, own].filter((path) => !existsSync(path))).toEqual([])
})
