import { expect, it } from 'vitest'
import { createPathMatcher, trimTrailingSlash } from '../../contract/api/path-matcher.ts'

const find = createPathMatcher([
  ['user', '/users/:id'],
  ['me', '/users/me'],
  ['item', '/lists/:list/items/:id'],
  ['table', '/table.json'],
])

it('finds all matching paths, with literal segments before parameters', () => {
  expect(find('/users/me').map(({ name }) => name)).toEqual(['me', 'user'])
  expect(find('/users/you')).toEqual([{ name: 'user', params: { id: 'you' } }])
})

it('reads every parameter without decoding it', () => {
  expect(find('/lists/a%2Fb/items/7')).toEqual([{ name: 'item', params: { list: 'a%2Fb', id: '7' } }])
})

it.each(['/users', '/users/', '/users/me/', '/users/me/too', '/tablexjson', '/Users/me', ''])(
  'does not match “%s”',
  (path) => {
    expect(find(path)).toEqual([])
  },
)

it.each([
  ['/users/me/', '/users/me'],
  ['/users/me//', '/users/me/'],
  ['/', '/'],
])('removes a trailing slash: %s becomes %s', (path, bare) => {
  expect(trimTrailingSlash(path)).toBe(bare)
})
