import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sources } from '../../scripts/lib/build-stamp.ts'
import { readSourceFile } from '../house/source-file.ts'

const root = join(import.meta.dirname, '..', '..')
const parts = ['contract', 'src-main', 'src-preload', 'src-renderer', 'art']

it('lists every imported file among the sources whose changes make a build outdated', () => {
  const isSource = (path: string) => sources.some((source) => `${path}/`.startsWith(`${source}/`))
  const imports = parts.flatMap((part) => filesIn(part).flatMap(importsOf))
  expect(imports.length).toBeGreaterThan(1_000)
  expect(new Set(imports.filter((path) => !isSource(path)))).toEqual(new Set())
})

function filesIn(part: string): string[] {
  const names = readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => `${part}/${name.replaceAll('\\', '/')}`)
}

function importsOf(path: string): string[] {
  const { imports } = readSourceFile(path, readFileSync(join(root, path), 'utf8'))
  return imports.filter(({ isPackage }) => !isPackage).map(({ target }) => target)
}
