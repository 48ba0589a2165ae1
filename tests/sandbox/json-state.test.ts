import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeOverIdentityJson, takeOverStripeJson } from '../../sandbox/json-state.ts'
import { openStateDatabase, type StateDatabase } from '../../sandbox/state-database.ts'

let folder: string
let state: StateDatabase

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerblight-json-'))
  state = openStateDatabase(join(folder, 'state.db'))
})

afterEach(() => {
  state.close()
  rmSync(folder, { recursive: true, force: true })
})

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const read = (collection: string) => state.collection(collection)

describe('the import of JSON state', () => {
  it('reads payments from the file and its journal, without the partial line after a crash', async () => {
    write(
      'stripe.json',
      '{"journal":"0123456789ab","state":{"version":1,"charges":{"a":{"n":1},"b":{"n":2}},"refunds":{}}}',
    )
    write(
      'stripe.0123456789ab.journal',
      '["charges","b"]\n["refunds","r",{"n":3}]\n["charges","a",{"n":4}]\n["char',
    )
    write('stripe.ba9876543210.journal', '["charges","a"]\n')
    await takeOverStripeJson(folder, state)
    expect(read('charges').all()).toEqual([{ n: 4 }])
    expect(read('refunds').get('r')).toEqual({ n: 3 })
    expect(readdirSync(folder).filter((name) => !name.startsWith('state.db'))).toEqual([])
  })

  it('reads accounts and codes once', async () => {
    const [user, code] = [{ localId: 'u', email: 'ada@example.test' }, { oobCode: 'c' }]
    write(
      'identity.json',
      JSON.stringify({ version: 1, projectId: 'demo', users: [user], outOfBandCodes: [code] }),
    )
    await takeOverIdentityJson(folder, state)
    expect([read('project').get('id'), read('users').get('u'), read('codes').get('c')]).toEqual([
      'demo',
      user,
      code,
    ])
    read('users').delete('u')
    await takeOverIdentityJson(folder, state)
    expect(read('users').all()).toEqual([])
  })

  it('ignores and deletes a file that was never completed', async () => {
    for (const name of ['stripe.json.tmp', 'identity.json.tmp']) write(name, '{"users":[{"passwordHash":')
    await takeOverStripeJson(folder, state)
    await takeOverIdentityJson(folder, state)
    expect(read('users').all()).toEqual([])
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('changes nothing if no file exists', async () => {
    await takeOverStripeJson(folder, state)
    await takeOverIdentityJson(folder, state)
    expect(read('users').all()).toEqual([])
  })

  it.each(['', '{"journal":"0123456789ab","state":{"char'])('fails on a damaged file: %s', async (text) => {
    for (const [name, takeOver] of [
      ['stripe.json', takeOverStripeJson],
      ['identity.json', takeOverIdentityJson],
    ] as const) {
      write(name, text)
      await expect(takeOver(folder, state)).rejects.toThrow(`${join(folder, name)} cannot be used`)
      expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
    }
    expect(existsSync(join(folder, 'identity.json'))).toBe(true)
  })
})
