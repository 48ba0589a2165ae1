import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CLEAR_DATA } from '../../src-renderer/platform/clear-data-event.ts'
import { createStoredList } from '../../src-renderer/ui/stored-list.ts'

const KEY = 'list'

let page: EventTarget
let store: Map<string, string>

beforeEach(() => {
  page = new EventTarget()
  store = new Map()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const createList = () => createStoredList(KEY, 3, isItem)
const isItem = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value
const items = (...ids: string[]) => ids.map((id) => ({ id }))

function writeInOtherTab(...ids: string[]) {
  store.set(KEY, JSON.stringify(items(...ids)))
  page.dispatchEvent(Object.assign(new Event('storage'), { key: KEY }))
}

it('the list includes the changes of other tabs, even while no component shows it', () => {
  const list = createList()
  list.write([...items('a'), ...list.read()])
  list.subscribe(() => {})()
  writeInOtherTab('b', 'a')
  expect(list.read()).toEqual(items('b', 'a'))
})

it('the list notifies its readers of the changes of all tabs', () => {
  const list = createList()
  list.read()
  const listener = vi.fn<() => void>()
  const unsubscribe = list.subscribe(listener)
  list.write(items('a'))
  writeInOtherTab('b')
  expect(listener).toHaveBeenCalledTimes(2)
  unsubscribe()
  list.write([])
  expect(listener).toHaveBeenCalledTimes(2)
})

it('the list stays the same array until it changes', () => {
  const list = createList()
  writeInOtherTab('a')
  expect(list.read()).toBe(list.read())
})

it('the list stores only its first items, and nothing if it is empty', () => {
  const list = createList()
  list.write(items('a', 'b', 'c', 'd'))
  expect(list.read()).toEqual(items('a', 'b', 'c'))
  expect(JSON.parse(store.get(KEY) ?? '')).toEqual(items('a', 'b', 'c'))
  list.write([])
  expect(store.has(KEY)).toBe(false)
})

it.each(['{', '"text"', '[null, 1, {"name": "a"}]'])('the list ignores stored text like %s', (text) => {
  store.set(KEY, text)
  expect(createList().read()).toEqual([])
})

it('the list keeps its items in memory if the storage is full', () => {
  const list = createList()
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem() {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
  })
  list.write(items('a'))
  expect(list.read()).toEqual(items('a'))
})

it('the list loses its items when the user’s data in the browser is deleted', () => {
  const list = createList()
  list.write([...items('a'), ...list.read()])
  page.dispatchEvent(new Event(CLEAR_DATA))
  store.clear()
  list.write([...items('b'), ...list.read()])
  expect(store.get(KEY)).toBe(JSON.stringify(items('b')))
})
