import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readListedPackages } from '../../scripts/packages/listed-packages.ts'
import { readSourceFile } from './source-file.ts'

const root = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const listed = readListedPackages(root)
const installed = listed.get('Installed packages')!
const bundled = listed.get('Bundled packages')!
const host = listed.get('Console runtime')!

/** Returns the packages that the bundles' code and styles import. Type imports do not count. */
function packagesInBundles(): string[] {
  const files = ['src-renderer', 'src-main', 'src-preload'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const names = files.flatMap((path) => {
    const read = () => readFileSync(join(root, path), 'utf8')
    if (path.endsWith('.css')) return [...read().matchAll(/@import '([^.'][^']*)'/g)].map(([, name]) => name!)
    if (!/\.tsx?$/.test(path)) return []
    const { imports } = readSourceFile(path, read())
    return imports.filter((each) => each.isPackage && !each.isTypeOnly).map(({ target }) => target)
  })
  return names.filter((name) => !/^(node:|virtual:)/.test(name)).map(packageOf)
}

/**
 * Returns the package of an import: `firebase` for `firebase/auth`, `@base-ui/react` for
 * `@base-ui/react/menu`.
 */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

describe('docs/developers/dependencies.md', () => {
  it('lists each package that the server and the console install exactly once', () => {
    const declared = { ...manifest.dependencies, ...manifest.optionalDependencies }
    expect(installed.toSorted()).toEqual(Object.keys(declared).toSorted())
  })

  it('lists each additional bundled package and the console runtime exactly once', () => {
    const inBundles = new Set(packagesInBundles())
    expect([...bundled, ...host].toSorted()).toEqual(
      [...inBundles].filter((name) => !installed.includes(name)).toSorted(),
    )
  })

  it('states a reason for each package', () => {
    const rows = readFileSync(join(root, 'docs/developers/dependencies.md'), 'utf8').matchAll(
      /^\| `.+?` *\| *(.*?) *\|$/gm,
    )
    const reasons = [...rows].map(([, reason]) => reason!)
    expect(reasons).toHaveLength([...listed.values()].flat().length)
    expect(reasons.filter((reason) => reason.length < 5)).toEqual([])
  })
})
