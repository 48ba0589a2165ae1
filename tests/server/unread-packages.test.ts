import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const moduleAt = (file: string) => new URL(`../../server/${file}`, import.meta.url).href

/**
 * Returns the packages that a server loads at startup on SQLite with photos in a folder. All packages of a
 * scope count as one.
 */
function readPackages(): string[] {
  const program = `import { Module } from 'node:module'
    await import('${moduleAt('main.ts')}')
    const { openDatabase } = await import('${moduleAt('db/connection.ts')}')
    const { close } = await openDatabase(':memory:')
    await close()
    console.log(Object.keys(Module._cache).join('\\n'))`
  const options = { encoding: 'utf8' } as const
  const files = execFileSync(process.execPath, ['--input-type=module', '-e', program], options)
  return files.split('\n').map((file) => file.split('/node_modules/').at(-1)!.split('/')[0]!)
}

it('does not load the packages for a bucket or Postgres if neither is configured', () => {
  const packagesRead = readPackages()
  expect(packagesRead).toContain('better-sqlite3')
  expect(packagesRead).not.toContain('@aws-sdk')
  expect(packagesRead).not.toContain('pg')
})
