import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLog } from '../../src-main/system/log-file.ts'
import { redact } from '../../src-main/system/redact.ts'

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkZWFsZXIifQ.c2lnbmF0dXJlLXRoYXQtaXMtbG9uZw'

describe('redact', () => {
  it.each([
    ['an app token', `token ${jwt} refused`, /eyJ/],
    ['an unsigned ID token', `got ${jwt.split('.').slice(0, 2).join('.')}.`, /eyJ/],
    ['a header', 'Authorization: Bearer abc.def~ghi', /abc/],
    ['a query', 'GET https://cars.example/api/jwt?email=dealer%40cars.example failed', /dealer|email=/],
    [
      'what a payment is paid with',
      'confirm pi_3Pq8_secret_Zx9 failed: {"client_secret":"pi_3Pq8_secret_Zx9"}',
      /Zx9/,
    ],
    ['what a card is saved with', 'seti_1Mm2_secret_Nb7wT is over', /Nb7wT/],
    ['a code from Google', 'code 4/0AX4XfWh-secret came back', /0AX4/],
    ['a mail address', 'no row for dealer.one+cars@kerblight.test', /dealer|kerblight\.test/],
    ['a long random value', `state ${'aB3_'.repeat(11)} unknown`, /aB3_/],
    [
      'the user’s name in a path',
      `${join(homedir(), 'Kerblight', 'x.json')} is missing`,
      new RegExp(homedir()),
    ],
  ])('%s', (_what, line, secret) => {
    expect(line).toMatch(secret)
    expect(redact(line)).not.toMatch(secret)
  })

  it('leaves useful error details unchanged', () => {
    const line =
      'ipc: session:open failed: TypeError at app/out/main/index.js:120:14 net::ERR_CONNECTION_REFUSED'
    expect(redact(line)).toBe(line)
  })
})

describe('the log', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kerblight-log-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const read = () => readFileSync(join(folder, 'logs', 'console.log'), 'utf8')

  it('contains one line per event, with its time and without its secrets', () => {
    const log = openLog(join(folder, 'logs'))
    log(`one ${jwt}`)
    log('two\n  at somewhere\n  at elsewhere')
    expect(read()).toMatch(/^\d{4}-\S+Z one \[token\]\n\d{4}-\S+Z two \| at somewhere \| at elsewhere\n$/)
  })

  it('is accessible only to this user', () => {
    openLog(join(folder, 'logs'))('one')
    if (process.platform !== 'win32') {
      expect(statSync(join(folder, 'logs', 'console.log')).mode & 0o077).toBe(0)
    }
  })

  it('keeps the latest lines in a few files of a bounded size', () => {
    const log = openLog(join(folder, 'logs'), 1_000)
    for (let number = 0; number < 400; number++) log(`event ${number} of many`)
    const files = readdirSync(join(folder, 'logs'))
    expect(files.sort()).toEqual(['console.log', 'console.log.1', 'console.log.2', 'console.log.3'])
    for (const file of files) expect(statSync(join(folder, 'logs', file)).size).toBeLessThan(1_100)
    expect(read()).toContain('event 399')
  })

  it('never stops the console if it cannot write', () => {
    writeFileSync(join(folder, 'logs'), 'a file where the folder should be')
    expect(() => openLog(join(folder, 'logs'))('one')).not.toThrow()
  })
})
