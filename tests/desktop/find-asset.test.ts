import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAsset, listAssets, type Assets } from '../../src-main/window/find-asset.ts'

let home: string
let folder: string
let assets: Assets

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'kerblight-assets-'))
  folder = join(home, 'renderer')
  for (const name of ['assets', 'marks', 'renderer-other']) mkdirSync(join(folder, name), { recursive: true })
  for (const file of ['index.html', 'assets/index-abc.js', 'marks/café.svg']) {
    writeFileSync(join(folder, file), file)
  }
  writeFileSync(join(home, 'secret.json'), '{}')
  symlinkSync(join(home, 'secret.json'), join(folder, 'assets', 'link.json'))
  assets = listAssets(folder)
  writeFileSync(join(folder, 'assets', 'later.js'), 'assets/later.js')
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

it.each([
  ['/assets/index-abc.js', 'assets/index-abc.js'],
  ['/marks/caf%C3%A9.svg', 'marks/café.svg'],
  ['/', 'index.html'],
  ['/dashboard/overview', 'index.html'],
  ['/cars/Tesla/', 'index.html'],
])('the path %s leads to %s', (pathname, file) => {
  expect(findAsset(assets, pathname)).toBe(join(folder, file))
})

it.each([
  '/../secret.json',
  '/%2e%2e/secret.json',
  '/..%2fsecret.json',
  '/assets/../../secret.json',
  '/assets/..%2f..%2f..%2fetc%2fpasswd.txt',
  '/..%5csecret.json',
  '/x%00.js',
  '/%zz.js',
  '/assets/missing.js',
])('the path %s is rejected', (pathname) => {
  expect(findAsset(assets, pathname)).toBeNull()
})

it('only files present at startup are served, and links are not followed', () => {
  expect(findAsset(assets, '/assets/later.js')).toBeNull()
  expect(findAsset(assets, '/assets/link.json')).toBeNull()
})

it('paths of pages cannot leave the folder', () => {
  expect(findAsset(assets, '/../../etc/passwd')).toBe(join(folder, 'index.html'))
})
