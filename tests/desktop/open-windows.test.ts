import type { BrowserWindow } from 'electron'
import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createOpenWindows } from '../../src-main/window/open-windows.ts'

function openTwo() {
  const windows = createOpenWindows()
  const open = (name: string) => {
    const sentMessages: string[] = []
    const webContents = {
      on: () => undefined,
      isDestroyed: () => false,
      send: (event: string) => void sentMessages.push(event),
    }
    const window = Object.assign(new EventEmitter(), {
      name,
      webContents,
      sent: sentMessages,
    }) as unknown as BrowserWindow & {
      name: string
      sent: string[]
    }
    windows.add(window)
    windows.eventsOf(window.webContents)?.ready()
    return window
  }
  const names = () => windows.all().map((window) => (window as unknown as { name: string }).name)
  return { windows, first: open('first'), second: open('second'), open, names }
}

it('the newest window is the current window until another window gets the focus', () => {
  const { windows, first, second, open, names } = openTwo()
  expect(names()).toEqual(['second', 'first'])
  first.emit('focus')
  expect(names()).toEqual(['first', 'second'])
  expect(windows.current()).toBe(first)
  const third = open('third')
  second.emit('focus')
  expect(names()).toEqual(['second', 'third', 'first'])
  windows.send('session:expired', null)
  expect([first.sent, second.sent, third.sent]).toEqual([[], ['session:expired'], []])
})

it('a closed window is never current and receives no events', () => {
  const { windows, first, second, names } = openTwo()
  second.emit('closed')
  expect(names()).toEqual(['first'])
  expect(windows.current()).toBe(first)
  expect(windows.eventsOf(second.webContents)).toBeNull()
  windows.send('session:expired', null)
  windows.notifyAll('system:woke', null)
  expect([first.sent, second.sent]).toEqual([['session:expired', 'system:woke'], []])
  first.emit('closed')
  expect(windows.current()).toBeNull()
})

it('all windows except the originating page receive an event', () => {
  const { windows, first, second } = openTwo()
  windows.notifyAll('session:changed', null, second.webContents)
  windows.notifyAll('system:woke', null)
  expect(first.sent).toEqual(['session:changed', 'system:woke'])
  expect(second.sent).toEqual(['system:woke'])
})

it('a page receives only its own window’s events, and unknown pages receive no events', () => {
  const { windows, first, second } = openTwo()
  windows.eventsOf(first.webContents)?.send('session:expired', null)
  expect([first.sent, second.sent]).toEqual([['session:expired'], []])
  expect(windows.eventsOf({} as BrowserWindow['webContents'])).toBeNull()
})
