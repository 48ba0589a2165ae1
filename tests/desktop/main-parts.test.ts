import { app, nativeImage, type BrowserWindow, type WebContents } from 'electron'
import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createBadge, drawDot } from '../../src-main/system/badge.ts'
import { findDeepLinkPath } from '../../src-main/links/deep-links.ts'
import { isTrusted } from '../../src-main/window/ipc.ts'
import { createPageEventQueue } from '../../src-main/window/open-windows.ts'
import { isGranted } from '../../src-main/window/permissions.ts'
import { getPaperSize, buildPdfName } from '../../src-main/window/printing.ts'
import { findForbiddenSwitch } from '../../src-main/system/forbidden-switches.ts'
import { readUpdateBuild, startUpdater } from '../../src-main/system/updater.ts'

// These modules do not need the real Electron, which is not installed here.
vi.mock('electron', () => ({
  app: { setBadgeCount: vi.fn<(count: number) => boolean>() },
  dialog: {},
  ipcMain: {},
  nativeImage: { createFromBitmap: vi.fn<() => string>(() => 'a dot') },
  protocol: {},
  session: {},
}))

describe('a link in the arguments', () => {
  it('is found in any position', () => {
    expect(findDeepLinkPath(['kerblight', '--flag', 'kerblight://dashboard/reports'])).toBe(
      '/dashboard/reports',
    )
  })

  it('is ignored if missing or not allowed', () => {
    expect(findDeepLinkPath(['kerblight', 'kerblight://login'])).toBeNull()
    expect(findDeepLinkPath(['kerblight', '/dashboard/reports'])).toBeNull()
  })
})

describe('a call of the main process', () => {
  const ownContents = {} as WebContents
  const isOwn = (contents: WebContents) => contents === ownContents
  const frame = (url: string, parent: unknown = null) => ({ url, parent }) as never

  it('is accepted from the top frame of our own page', () => {
    expect(isTrusted({ sender: ownContents, senderFrame: frame('app://kerblight/dashboard') }, isOwn)).toBe(
      true,
    )
  })

  it.each([
    ['another window', {} as WebContents, frame('app://kerblight/')],
    ['a frame inside the page', ownContents, frame('app://kerblight/', {})],
    ['another site', ownContents, frame('https://evil.example/')],
    ['another host of the scheme', ownContents, frame('app://kerblight.evil/')],
    ['a name that begins like ours', ownContents, frame('app://kerblight@evil/')],
    ['a removed frame', ownContents, null],
  ])('is rejected from %s', (_who, sender, senderFrame) => {
    expect(isTrusted({ sender, senderFrame }, isOwn)).toBe(false)
  })

  it('is rejected while no window exists', () => {
    expect(isTrusted({ sender: ownContents, senderFrame: frame('app://kerblight/') }, () => false)).toBe(
      false,
    )
  })
})

describe('an event from main', () => {
  function contents() {
    const sentEvents: unknown[][] = []
    const listeners: Record<string, () => void> = {}
    const fake = {
      on: (name: string, listener: () => void) => (listeners[name] = listener),
      isDestroyed: () => false,
      send: (...args: unknown[]) => void sentEvents.push(args),
    }
    return {
      events: createPageEventQueue(fake as unknown as WebContents),
      sent: sentEvents,
      navigate: () => listeners['did-navigate']?.(),
    }
  }

  it('waits until the page listens, in order, and again after a reload', () => {
    const { events, sent: sentEvents, navigate } = contents()
    events.send('path:open', '/dashboard/reports')
    events.send('session:expired', null)
    expect(sentEvents).toEqual([])
    events.ready()
    expect(sentEvents).toEqual([
      ['path:open', '/dashboard/reports'],
      ['session:expired', null],
    ])
    navigate()
    events.send('command:chosen', 'overview')
    expect(sentEvents).toHaveLength(2)
    events.ready()
    expect(sentEvents.at(-1)).toEqual(['command:chosen', 'overview'])
  })

  it('is rejected if it does not match the contract', () => {
    const { events } = contents()
    expect(() => events.send('command:chosen', 'format-disk' as never)).toThrow()
  })
})

describe('a permission', () => {
  it('is granted only to our own pages, for the features they use', () => {
    expect(isGranted('clipboard-sanitized-write', 'app://kerblight/car/1')).toBe(true)
    expect(isGranted('clipboard-sanitized-write', 'https://evil.example/')).toBe(false)
  })

  it('is granted only for camera video, without audio', () => {
    expect(isGranted('media', 'app://kerblight/dashboard/addcars', ['video'])).toBe(true)
    expect(isGranted('media', 'https://evil.example/', ['video'])).toBe(false)
    for (const media of [['audio'], ['audio', 'video'], ['video', 'audio'], ['unknown'], []])
      expect(isGranted('media', 'app://kerblight/', media)).toBe(false)
  })

  it.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'usb', 'openExternal', 'fullscreen'])(
    'is rejected for %s',
    (permission) => {
      expect(isGranted(permission, 'app://kerblight/')).toBe(false)
    },
  )
})

it.each([
  ['en-US', 'Letter'],
  ['es-MX', 'Letter'],
  ['en-GB', 'A4'],
  ['de-DE', 'A4'],
  ['zh-Hant-TW', 'A4'],
  ['en', 'Letter'],
])('the locale %s uses %s paper', (locale, paper) => {
  expect(getPaperSize(locale)).toBe(paper)
})

it('a PDF gets a file name that is valid on every system', () => {
  expect(buildPdfName('Audi A4: 24,900 / "mint"')).toBe('Audi A4 24 900 mint.pdf')
  expect(buildPdfName('../../etc/passwd')).toBe('etc passwd.pdf')
  expect(buildPdfName('…')).toBe('Kerblight.pdf')
  expect(buildPdfName('Škoda Octavia ' + 'x'.repeat(200))).toMatch(/^Škoda Octavia x{66}\.pdf$/)
})

describe('the badge', () => {
  beforeEach(() => vi.clearAllMocks())

  function standInWindow() {
    const overlays: unknown[][] = []
    const window = Object.assign(new EventEmitter(), {
      isOpen: false,
      isFocused: () => window.isOpen,
      setOverlayIcon: (...args: unknown[]) => void overlays.push(args),
    })
    return { window: window as typeof window & BrowserWindow, overlays }
  }

  it('is a dot on Windows, with the number as its description, until the window has focus', () => {
    const badge = createBadge('win32')
    const { window, overlays } = standInWindow()
    badge.watch(window)
    badge.add(window)
    badge.add(window)
    window.emit('focus')
    window.emit('focus')
    expect(overlays).toEqual([
      ['a dot', '1 new notification'],
      ['a dot', '2 new notifications'],
      [null, ''],
    ])
    expect(nativeImage.createFromBitmap).toHaveBeenCalledWith(expect.any(Buffer), { width: 16, height: 16 })
    expect(app.setBadgeCount).not.toHaveBeenCalled()
  })

  it.each(['darwin', 'linux'] as const)('is the number on %s', (platform) => {
    const badge = createBadge(platform)
    const { window, overlays } = standInWindow()
    badge.watch(window)
    badge.add(window)
    window.emit('focus')
    expect(vi.mocked(app.setBadgeCount).mock.calls).toEqual([[1], [0]])
    expect(overlays).toEqual([])
  })

  it('ignores notifications while the window has focus', () => {
    const badge = createBadge('win32')
    const { window, overlays } = standInWindow()
    window.isOpen = true
    badge.add(window)
    expect(overlays).toEqual([])
  })

  it('uses a round dot with a transparent background', () => {
    const dot = drawDot(16)
    const pixel = (x: number, y: number) => [...dot.subarray((y * 16 + x) * 4, (y * 16 + x) * 4 + 4)]
    expect(pixel(8, 8)).toEqual([32, 45, 217, 255])
    expect(pixel(0, 0)).toEqual([0, 0, 0, 0])
    expect(pixel(15, 0)).toEqual([0, 0, 0, 0])
  })
})

describe('updates', () => {
  it.each([
    [{ isPackaged: false, build: 'updating' }, 'off: this is a development build'],
    [{ isPackaged: true, build: readUpdateBuild(undefined) }, 'off: this build isn’t signed'],
    [{ isPackaged: true, build: readUpdateBuild('without-address') }, 'off: this build has no update URL'],
  ] as const)('stay off: %j', async (build, state) => {
    const updater = startUpdater({ ...build, onReady: () => undefined, log: () => undefined })
    expect(updater.state()).toBe(state)
    expect(await updater.check()).toBe(`Updates are ${state}.`)
  })
})

describe('a packaged console', () => {
  it.each(['remote-debugging-port', 'ignore-certificate-errors', 'host-resolver-rules'])(
    'does not start with --%s',
    (name) => {
      expect(findForbiddenSwitch((flag) => flag === name)).toBe(name)
    },
  )

  it('starts with other switches', () => {
    expect(findForbiddenSwitch((flag) => flag === 'force-device-scale-factor')).toBeNull()
  })
})
