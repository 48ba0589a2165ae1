import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseApiOrigin } from '../../src-main/system/api-origin.ts'
import { chooseApiOrigin, saveApiOrigin } from '../../src-main/system/settings.ts'

describe('an address', () => {
  it.each([
    ['https://cars.example/some/path?x=1', 'https://cars.example'],
    [' cars.example ', 'https://cars.example'],
    ['cars.example:8443', 'https://cars.example:8443'],
    ['http://127.0.0.1:4300/', 'http://127.0.0.1:4300'],
    ['http://localhost:4000', 'http://localhost:4000'],
    ['http://[::1]:4300', 'http://[::1]:4300'],
  ])('%s is normalized to %s', (address, origin) => {
    expect(parseApiOrigin(address)).toBe(origin)
  })

  it.each([
    'http://cars.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://192.168.1.10:4000',
    'https://user:password@cars.example',
    'ftp://localhost',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '',
    '   ',
  ])('%j is rejected as a recipient of tokens', (address) => {
    expect(parseApiOrigin(address)).toBeNull()
  })
})

describe('the choice of the server', () => {
  let home: string
  let sources: Parameters<typeof chooseApiOrigin>[0]

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'kerblight-settings-'))
    sources = {
      policyFile: join(home, 'policy.json'),
      findUntrustedWriter: async () => null,
      environment: { KERBLIGHT_API_ORIGIN: 'https://environment.example' },
      userFile: join(home, 'profile', 'settings.json'),
    }
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  it('is made by the policy, then the environment, then the user', async () => {
    writeFileSync(sources.policyFile, '{"apiOrigin": "https://policy.example/"}')
    saveApiOrigin(sources.userFile, 'https://user.example')

    const choices = [
      await chooseApiOrigin(sources),
      await chooseApiOrigin({ ...sources, policyFile: join(home, 'none') }),
      await chooseApiOrigin({ ...sources, policyFile: join(home, 'none'), environment: {} }),
    ]

    expect(choices).toEqual([
      { origin: 'https://policy.example', from: 'policy', problem: null, notice: null },
      { origin: 'https://environment.example', from: 'environment', problem: null, notice: null },
      { origin: 'https://user.example', from: 'user', problem: null, notice: null },
    ])
  })

  it('is open if no source sets it', async () => {
    expect(await chooseApiOrigin({ ...sources, environment: { KERBLIGHT_API_ORIGIN: '' } })).toEqual({
      origin: null,
      from: null,
      problem: null,
      notice: null,
    })
  })

  it.each(['not json', '{"apiOrigin": 4}', '{"apiOrigin": "http://cars.example"}'])(
    'has no fallback if the policy is invalid: %s',
    async (text) => {
      writeFileSync(sources.policyFile, text)
      expect(await chooseApiOrigin(sources)).toMatchObject({
        origin: null,
        from: 'policy',
        problem: expect.stringMatching(/policy file|https:\/\/ address/),
      })
    },
  )

  it('has no fallback if the policy’s writers cannot be determined', async () => {
    writeFileSync(sources.policyFile, '{"apiOrigin": "https://policy.example"}')
    const findUntrustedWriter = async () => {
      throw new Error('PowerShell is blocked')
    }
    expect(await chooseApiOrigin({ ...sources, findUntrustedWriter })).toMatchObject({
      origin: null,
      from: 'policy',
      problem: expect.stringContaining('can’t read or check the policy file'),
    })
  })

  it('ignores a policy that other users could have written and reports the reason', async () => {
    writeFileSync(sources.policyFile, '{"apiOrigin": "https://evil.example"}')
    saveApiOrigin(sources.userFile, 'https://user.example')
    const findUntrustedWriter = async () => 'it belongs to somebody'
    expect(await chooseApiOrigin({ ...sources, findUntrustedWriter, environment: {} })).toEqual({
      origin: 'https://user.example',
      from: 'user',
      problem: null,
      notice: `The policy file ${sources.policyFile} is ignored: it belongs to somebody. Make sure only administrators can change it.`,
    })
    expect(await chooseApiOrigin({ ...sources, findUntrustedWriter })).toMatchObject({ from: 'environment' })
  })

  it('includes the environment’s invalid address in the error', async () => {
    const environment = { KERBLIGHT_API_ORIGIN: 'http://cars.example' }
    expect(await chooseApiOrigin({ ...sources, environment })).toMatchObject({
      origin: null,
      from: 'environment',
      problem: expect.stringContaining('http://cars.example'),
    })
  })

  it('survives a settings file that a crash or a manual edit has broken', async () => {
    saveApiOrigin(sources.userFile, 'https://user.example')
    writeFileSync(sources.userFile, '{"apiOri')
    expect(await chooseApiOrigin({ ...sources, environment: {} })).toMatchObject({ origin: null, from: null })
  })

  it('is stored completely and only for this user', async () => {
    saveApiOrigin(sources.userFile, 'https://one.example')
    saveApiOrigin(sources.userFile, 'https://two.example')
    expect(JSON.parse(readFileSync(sources.userFile, 'utf8'))).toEqual({ apiOrigin: 'https://two.example' })
    if (process.platform !== 'win32') expect(statSync(sources.userFile).mode & 0o077).toBe(0)
  })
})
