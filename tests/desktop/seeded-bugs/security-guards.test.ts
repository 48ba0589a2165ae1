import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConsoleTests, type ConsoleTests } from './console-tests.ts'
import { seededBugs, type SeededBug } from './security-guards.ts'

const project = join(import.meta.dirname, '..', '..', '..')

let tests: ConsoleTests

beforeAll(async () => {
  tests = await startConsoleTests(4700)
})
afterAll(() => tests.end())

it('the unmodified console passes', async () => {
  const { passed, failures } = await tests.run(project, [...new Set(seededBugs.map(({ file }) => file))])
  expect(failures).toEqual([])
  expect(passed).toBeGreaterThan(0)
})

describe('a test fails when', () => {
  it.each(seededBugs.map((bug) => [bug.what, bug] as const))('%s', async (_what, bug) => {
    const { failures } = await tests.run(seedBug(bug), [bug.file, '-g', bug.titles])
    // At least one failure must come from an assertion. If the console did not even start, every test would
    // fail for the wrong reason.
    expect(failures).toContainEqual(expect.stringContaining('expect('))
  })
})

/**
 * Copies the built console and seeds the bug. The copy is inside the project folder, where it can resolve
 * the packages.
 */
function seedBug(bug: SeededBug): string {
  const folder = join(project, 'test-results', 'seeded-bugs', bug.what.replaceAll(' ', '-'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'out'), { recursive: true })
  cpSync(join(project, 'package.json'), join(folder, 'package.json'))
  for (const bundle of ['main', 'preload']) {
    cpSync(join(project, 'out', bundle), join(folder, 'out', bundle), { recursive: true })
  }
  symlinkSync(join(project, 'out', 'renderer'), join(folder, 'out', 'renderer'))
  replaceGuard(join(folder, 'out', bug.bundle), bug)
  return folder
}

function replaceGuard(folder: string, { guard, instead }: SeededBug): void {
  let count = 0
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.c?js$/.test(name)) continue
    const text = readFileSync(join(folder, name), 'utf8')
    count += text.match(new RegExp(guard, 'g'))?.length ?? 0
    writeFileSync(join(folder, name), text.replace(guard, instead))
  }
  expect(count, `places in the bundle that match ${String(guard)}`).toBe(1)
}
