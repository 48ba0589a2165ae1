import { app, type BrowserWindow } from 'electron'
import { EventEmitter } from 'node:events'
import { beforeEach, expect, it, vi } from 'vitest'
import { basename } from 'node:path'
import { ICONS } from '../../art/icons.ts'
import { createTray, getTrayIcon } from '../../src-main/window/tray.ts'

interface Entry {
  id?: string
  click?: () => void
}

const recorded = vi.hoisted(() => ({
  trays: [] as EventEmitter[],
  windows: [] as unknown[],
  shown: 0,
  quits: 0,
}))
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events')
  class Tray extends EventEmitter {
    entries: Entry[] = []
    isDestroyed = false
    constructor() {
      super()
      recorded.trays.push(this)
    }
    setToolTip() {}
    setContextMenu(entries: Entry[]) {
      this.entries = entries
    }
    destroy() {
      this.isDestroyed = true
    }
  }
  class Notification extends EventEmitter {
    static isSupported = () => true
    show() {
      recorded.shown += 1
    }
  }
  return {
    app: Object.assign(new EventEmitter(), { quit: () => void (recorded.quits += 1), getPath: () => '/tmp' }),
    BrowserWindow: { getAllWindows: () => recorded.windows },
    Menu: { buildFromTemplate: (entries: Entry[]) => entries },
    nativeImage: { createFromPath: () => ({}) },
    Notification,
    Tray,
  }
})

type Shown = EventEmitter & { entries: Entry[]; isDestroyed: boolean }
const trays = () => recorded.trays as Shown[]

beforeEach(() => {
  app.removeAllListeners()
  Object.assign(recorded, { trays: [], windows: [], shown: 0, quits: 0 })
})

function prepare() {
  const opened = vi.fn<() => void>()
  let isNew = true
  const tray = createTray({
    open: opened,
    isNew() {
      const was = isNew
      isNew = false
      return was
    },
  })
  const openWindow = () => {
    const window = Object.assign(new EventEmitter(), {
      isShown: true,
      isVisible: () => window.isShown,
      hide: () => void (window.isShown = false),
    })
    recorded.windows.push(window)
    tray.keep(window as unknown as BrowserWindow)
    return window
  }
  /** Closes a window and reports whether it really closes or is only hidden. */
  const close = (window: EventEmitter) => {
    const preventDefault = vi.fn<() => void>()
    window.emit('close', { preventDefault })
    return preventDefault.mock.calls.length === 0
  }
  return { tray, opened, openWindow, close }
}

it('the tray shows one icon while enabled, even after repeated requests, and none afterward', () => {
  const { tray } = prepare()
  tray.set(true)
  tray.set(true)
  expect([trays().length, tray.isOn()]).toEqual([1, true])
  tray.set(false)
  tray.set(false)
  expect([trays()[0]!.isDestroyed, tray.isOn()]).toEqual([true, false])
  tray.set(true)
  expect(trays().map(({ isDestroyed }) => isDestroyed)).toEqual([true, false])
})

it('a click on the icon, its menu and the Dock open the console; its menu quits it', () => {
  const { tray, opened } = prepare()
  tray.set(true)
  trays()[0]!.emit('click')
  expect(opened).toHaveBeenCalledTimes(1)
  const click = (id: string) =>
    trays()[0]!
      .entries.find((entry) => entry.id === id)
      ?.click?.()
  click('open')
  app.emit('activate')
  expect(opened).toHaveBeenCalledTimes(3)
  click('quit')
  expect(recorded.quits).toBe(1)
})

it('closing the last visible window hides it, with a single notification', () => {
  const { tray, openWindow, close } = prepare()
  const first = openWindow()
  expect(close(first)).toBe(true)
  tray.set(true)
  expect([close(first), first.isShown, recorded.shown]).toEqual([false, false, 1])
  first.isShown = true
  expect([close(first), recorded.shown]).toEqual([false, 1])

  // If the first window is hidden, the second is the last visible one and is only hidden. If the first is
  // visible, the second really closes.
  const second = openWindow()
  expect([close(second), second.isShown]).toEqual([false, false])
  first.isShown = true
  second.isShown = true
  expect([close(second), second.isShown]).toEqual([true, true])
})

it('quitting closes all windows unless the user stays', () => {
  const { tray, openWindow, close } = prepare()
  tray.set(true)
  const window = openWindow()
  app.emit('before-quit')
  expect(close(window)).toBe(true)
  tray.cancelQuit()
  expect(close(window)).toBe(false)
})

it('the tray has an icon for each system, in two densities', () => {
  for (const platform of ['darwin', 'linux', 'win32'] as const) {
    const name = basename(getTrayIcon(platform))
    expect(name.includes('Template')).toBe(platform === 'darwin')
    expect(Object.keys(ICONS)).toEqual(expect.arrayContaining([name, name.replace('.png', '@2x.png')]))
  }
})
