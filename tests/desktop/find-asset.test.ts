import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { findAsset } from '../../src-main/find-asset.ts'

const folder = resolve('/srv/kerblight/renderer')

it.each([
  ['/assets/index-abc.js', 'assets/index-abc.js'],
  ['/marks/caf%C3%A9.svg', 'marks/café.svg'],
  ['/', 'index.html'],
  ['/dashboard/overview', 'index.html'],
  ['/cars/Tesla/', 'index.html'],
])('%s is %s', (pathname, file) => {
  expect(findAsset(folder, pathname)).toBe(join(folder, file))
})

it.each([
  '/../secret.json',
  '/%2e%2e/secret.json',
  '/..%2fsecret.json',
  '/assets/..%2f..%2f..%2fetc%2fpasswd.txt',
  '/..%5csecret.json',
  '/../renderer-other/x.js',
  '/x%00.js',
  '/%zz.js',
])('refuses %s', (pathname) => {
  expect(findAsset(folder, pathname)).toBeNull()
})

it('never leaves the folder, pages included', () => {
  expect(findAsset(folder, '/../../etc/passwd')).toBeNull()
})
