import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStateJournal, readJournaledState } from '../../sandbox/state-journal.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerblight-journal-'))
  path = join(folder, 'shop.json')
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** A list of numbers: the snapshot holds it, the journal what was appended. */
function openNumbers(numbers: number[] = [], smallBytes?: number) {
  const journal = openStateJournal(path, () => JSON.stringify(numbers), smallBytes)
  return {
    journal,
    add(number: number) {
      numbers.push(number)
      journal.add(String(number))
    },
  }
}

async function readNumbers() {
  const { snapshot, changes } = await readJournaledState(path)
  return { snapshot, changes }
}

async function journals() {
  return (await readdir(folder)).filter((name) => name.endsWith('.journal'))
}

describe('state journal', () => {
  it('begins with nothing, saves the whole once and then only what changes', async () => {
    expect(await readNumbers()).toEqual({ snapshot: undefined, changes: [] })
    const numbers = openNumbers()
    numbers.add(1)
    await numbers.journal.save()
    expect(await readNumbers()).toEqual({ snapshot: [1], changes: [] })
    const { mtimeMs } = await stat(path)
    numbers.add(2)
    numbers.add(3)
    await numbers.journal.save()
    expect(await readNumbers()).toEqual({ snapshot: [1], changes: [2, 3] })
    expect((await stat(path)).mtimeMs).toBe(mtimeMs)
    await numbers.journal.close()
  })

  it('folds the journal into the file when it has outgrown it, and keeps one journal', async () => {
    const numbers = openNumbers([], 200)
    for (let number = 0; number < 300; number++) {
      numbers.add(number)
      await numbers.journal.save()
    }
    const { snapshot, changes } = await readNumbers()
    const stored = [...(snapshot as number[]), ...(changes as number[])]
    expect(stored).toEqual(Array.from({ length: 300 }, (_, index) => index))
    expect((snapshot as number[]).length).toBeGreaterThan(50)
    expect(await journals()).toHaveLength(1)
    await numbers.journal.close()
  })

  it('drops the half line that a kill leaves at the end, and starts over from what counts', async () => {
    const first = openNumbers()
    first.add(1)
    await first.journal.save()
    first.add(2)
    await first.journal.save()
    await first.journal.close()
    const [name = ''] = await journals()
    await appendFile(join(folder, name), '[3,')
    expect(await readNumbers()).toEqual({ snapshot: [1], changes: [2] })

    const second = openNumbers([1, 2])
    second.add(4)
    await second.journal.save()
    expect(await readNumbers()).toEqual({ snapshot: [1, 2, 4], changes: [] })
    expect(await journals()).not.toContain(name)
    await second.journal.close()
  })

  it('refuses a journal that is damaged in the middle, and leaves it untouched', async () => {
    const numbers = openNumbers()
    await numbers.journal.save()
    await numbers.journal.close()
    const [name = ''] = await journals()
    await writeFile(join(folder, name), '1\n!!\n3\n')
    await expect(readNumbers()).rejects.toThrow(/its line 2 is not valid JSON/)
    expect(await readFile(join(folder, name), 'utf8')).toBe('1\n!!\n3\n')
  })

  it('takes no account of a journal that the file does not name', async () => {
    const numbers = openNumbers()
    numbers.add(1)
    await numbers.journal.save()
    await numbers.journal.close()
    await writeFile(join(folder, 'shop.0123456789ab.journal'), '99\n')
    expect(await readNumbers()).toEqual({ snapshot: [1], changes: [] })
  })

  it('tells of a failed write and saves everything with the next one', async () => {
    const numbers = openNumbers()
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file where the folder should be')
    numbers.add(1)
    await expect(numbers.journal.save()).rejects.toThrow()
    await rm(folder)
    numbers.add(2)
    await numbers.journal.save()
    expect(await readNumbers()).toEqual({ snapshot: [1, 2], changes: [] })
    await numbers.journal.close()
  })
})
