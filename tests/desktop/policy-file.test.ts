import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findUntrustedWriters } from '../../src-main/system/untrusted-writers.ts'
import { policyPath, readPolicyFile } from '../../src-main/system/policy-file.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65_534
const text = '{"apiOrigin": "https://cars.example"}'

let home: string
let folder: string
let file: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'kerblight-policy-'))
  folder = join(home, 'kerblight')
  file = join(folder, 'policy.json')
  mkdirSync(folder, { mode: 0o755 })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function read() {
  return readPolicyFile(file, findUntrustedWriters('linux'))
}

function notice(reason: string) {
  return { state: 'foreign', notice: expect.stringContaining(reason) }
}

describe('the policy file', () => {
  it.each([
    ['linux', '/etc/kerblight/policy.json'],
    ['darwin', '/Library/Application Support/Kerblight/policy.json'],
    ['win32', 'C:\\ProgramData\\Kerblight\\policy.json'],
  ] as const)('is in the standard location on %s, regardless of the environment', (platform, path) => {
    vi.stubEnv('ProgramData', '\\\\evil.example\\share')
    expect(policyPath(platform)).toBe(path)
    vi.unstubAllEnvs()
  })

  it('may be missing, along with its folder or link target', async () => {
    expect(await read()).toEqual({ state: 'none' })
    symlinkSync(join(home, 'gone'), file)
    expect(await read()).toEqual({ state: 'none' })
    rmSync(folder, { recursive: true })
    expect(await read()).toEqual({ state: 'none' })
  })

  it('is not checked for writers if missing', async () => {
    const result = await readPolicyFile(file, async () => {
      throw new Error('asked')
    })
    expect(result).toEqual({ state: 'none' })
  })

  it.runIf(process.platform !== 'win32')(
    'is unreadable, not ignored, if its writers cannot be determined',
    async () => {
      writeFileSync(file, text)
      expect(await readPolicyFile(file, findUntrustedWriters('win32'))).toEqual({ state: 'unreadable' })
    },
  )

  it('is rejected on Windows if it or its folder is a link', async () => {
    const otherFolder = join(home, 'other')
    symlinkSync(folder, otherFolder)
    writeFileSync(join(folder, 'real.json'), text)
    symlinkSync(join(folder, 'real.json'), file)
    const find = findUntrustedWriters('win32')
    expect([await find(otherFolder, 'folder'), await find(file, 'file')]).toEqual([
      `${otherFolder} is a link`,
      `${file} is a link`,
    ])
  })

  it.runIf(!isRoot)('is ignored if it belongs to an ordinary user', async () => {
    writeFileSync(file, text)
    expect(await read()).toEqual(notice('does not belong to root'))
  })
})

// Only root can create files that are owned by root or by other users.
describe.runIf(isRoot)('a policy file owned by administrators', () => {
  it('is read', async () => {
    writeFileSync(file, text, { mode: 0o644 })
    expect(await read()).toEqual({ state: 'read', text })
  })

  it('may be a link, as configuration tools make them', async () => {
    const store = join(home, 'store')
    mkdirSync(store, { mode: 0o755 })
    writeFileSync(join(store, 'policy.json'), text, { mode: 0o444 })
    symlinkSync(join(store, 'policy.json'), file)
    expect(await read()).toEqual({ state: 'read', text })
  })

  it('is unreadable if it is a folder or a link to itself', async () => {
    mkdirSync(file)
    expect(await read()).toEqual({ state: 'unreadable' })
    rmSync(file, { recursive: true })
    symlinkSync(file, file)
    expect(await read()).toEqual({ state: 'unreadable' })
  })

  it.each<[string, () => void]>([
    ['its folder leads to itself', () => symlinkSync(folder, folder)],
    [
      'its file leads to itself',
      () => {
        mkdirSync(folder)
        symlinkSync(file, file)
      },
    ],
    ['its file is a folder', () => mkdirSync(file, { recursive: true })],
  ])('is ignored if another user owns its folder: %s', async (_what, make) => {
    rmSync(folder, { recursive: true })
    make()
    lchownSync(folder, NOBODY, NOBODY)
    expect(await read()).toEqual(notice('kerblight does not belong to root'))
  })

  it.each<[string, () => void, string]>([
    [
      'it belongs to another user',
      () => chownSync(file, NOBODY, NOBODY),
      'policy.json does not belong to root',
    ],
    ['all users can write to it', () => chmodSync(file, 0o646), 'can write to'],
    ['a group can write to it', () => chmodSync(file, 0o664), 'can write to'],
    ['all users can replace it', () => chmodSync(folder, 0o777), 'kerblight'],
    [
      'its folder belongs to another user',
      () => chownSync(folder, NOBODY, NOBODY),
      'does not belong to root',
    ],
    [
      'it is a link to another user’s folder',
      () => {
        const otherFolder = join(home, 'other')
        mkdirSync(otherFolder, { mode: 0o777 })
        chownSync(otherFolder, NOBODY, NOBODY)
        writeFileSync(join(otherFolder, 'policy.json'), text)
        rmSync(file)
        symlinkSync(join(otherFolder, 'policy.json'), file)
      },
      'does not belong to root',
    ],
  ])('is ignored if %s', async (_what, change, reason) => {
    writeFileSync(file, text, { mode: 0o644 })
    change()
    expect(await read()).toEqual(notice(reason))
  })
})
