import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CorruptStateError, createStateWriter, readState, writeState } from '../../sandbox/state-file.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerblight-state-'))
  path = join(folder, 'state.json')
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('state file', () => {
  it('gives back what was written, and nothing for a file that is not there', async () => {
    expect(await readState(path)).toBeUndefined()
    await writeState(path, '{"a":1}')
    expect(await readState(path)).toEqual({ a: 1 })
  })

  it('refuses a corrupt file and leaves it untouched', async () => {
    await writeFile(path, '{"a":')
    await expect(readState(path)).rejects.toThrow(CorruptStateError)
    await writeFile(path, '')
    await expect(readState(path)).rejects.toThrow(/it is empty/)
    expect(await readFile(path, 'utf8')).toBe('')
  })

  it('leaves no temporary file behind, also when writing fails', async () => {
    await writeState(path, '{}')
    await expect(writeState(folder, '{}')).rejects.toThrow()
    expect(await readdir(folder)).toEqual(['state.json'])
  })

  it('shares one write between many savers and resolves each only after its change is on disk', async () => {
    let value = 0
    let snapshots = 0
    const writer = createStateWriter(path, () => {
      snapshots += 1
      return JSON.stringify({ value })
    })
    const savers = Array.from({ length: 50 }, async () => {
      const mine = ++value
      await writer.save()
      const stored = (await readState(path)) as { value: number }
      expect(stored.value).toBeGreaterThanOrEqual(mine)
    })
    await Promise.all(savers)
    expect(await readState(path)).toEqual({ value: 50 })
    expect(snapshots).toBe(2)
  })

  it('tells the saver of a failed write, and writes again for the next one', async () => {
    let fail = true
    const writer = createStateWriter(path, () => {
      if (fail) throw new Error('no snapshot')
      return '{"ok":true}'
    })
    await expect(writer.save()).rejects.toThrow('no snapshot')
    fail = false
    await writer.save()
    expect(await readState(path)).toEqual({ ok: true })
  })
})
