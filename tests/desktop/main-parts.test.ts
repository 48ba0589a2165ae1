import type { WebContents } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { pathInArguments } from '../../src-main/deep-links.ts'
import { isTrusted } from '../../src-main/ipc.ts'
import { createPageEvents } from '../../src-main/page-events.ts'
import { isGranted } from '../../src-main/permissions.ts'
import { pdfName } from '../../src-main/printing.ts'
import { startUpdater } from '../../src-main/updater.ts'

// The program is not there, and none of these needs it.
vi.mock('electron', () => ({ app: {}, dialog: {}, ipcMain: {}, protocol: {}, session: {} }))

describe('a link in the arguments', () => {
  it('is found wherever it stands', () => {
    expect(pathInArguments(['kerblight', '--flag', 'kerblight://dashboard/reports'])).toBe(
      '/dashboard/reports',
    )
  })

  it('is none where it is not allowed, or not there', () => {
    expect(pathInArguments(['kerblight', 'kerblight://login'])).toBeNull()
    expect(pathInArguments(['kerblight', '/dashboard/reports'])).toBeNull()
  })
})

describe('a call of main', () => {
  const own = {} as WebContents
  const frame = (url: string, parent: unknown = null) => ({ url, parent }) as never

  it('counts from the top frame of our own page', () => {
    expect(isTrusted({ sender: own, senderFrame: frame('app://kerblight/dashboard') }, own)).toBe(true)
  })

  it.each([
    ['another window', {} as WebContents, frame('app://kerblight/')],
    ['a frame inside the page', own, frame('app://kerblight/', {})],
    ['another site', own, frame('https://evil.example/')],
    ['another host of the scheme', own, frame('app://kerblight.evil/')],
    ['a name that begins like ours', own, frame('app://kerblight@evil/')],
    ['a frame that is gone', own, null],
  ])('does not count from %s', (_who, sender, senderFrame) => {
    expect(isTrusted({ sender, senderFrame }, own)).toBe(false)
  })

  it('does not count while there is no window', () => {
    expect(isTrusted({ sender: own, senderFrame: frame('app://kerblight/') }, null)).toBe(false)
  })
})

describe('what main tells the page', () => {
  function contents() {
    const sent: unknown[][] = []
    const listeners: Record<string, () => void> = {}
    const fake = {
      on: (name: string, listener: () => void) => (listeners[name] = listener),
      isDestroyed: () => false,
      send: (...args: unknown[]) => void sent.push(args),
    }
    return {
      events: createPageEvents(fake as unknown as WebContents),
      sent,
      navigate: () => listeners['did-navigate']?.(),
    }
  }

  it('waits until the page listens, in order, and again after it was loaded anew', () => {
    const { events, sent, navigate } = contents()
    events.send('path:open', '/dashboard/reports')
    events.send('session:expired', null)
    expect(sent).toEqual([])
    events.ready()
    expect(sent).toEqual([
      ['path:open', '/dashboard/reports'],
      ['session:expired', null],
    ])
    navigate()
    events.send('command:chosen', 'overview')
    expect(sent).toHaveLength(2)
    events.ready()
    expect(sent.at(-1)).toEqual(['command:chosen', 'overview'])
  })

  it('is what the contract says', () => {
    const { events } = contents()
    expect(() => events.send('command:chosen', 'format-disk' as never)).toThrow()
  })
})

describe('a permission', () => {
  it('is granted for what our pages do, to our pages', () => {
    expect(isGranted('clipboard-sanitized-write', 'app://kerblight/car/1')).toBe(true)
    expect(isGranted('clipboard-sanitized-write', 'https://evil.example/')).toBe(false)
  })

  it.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'usb', 'openExternal', 'fullscreen'])(
    'is refused for %s',
    (permission) => {
      expect(isGranted(permission, 'app://kerblight/')).toBe(false)
    },
  )
})

it('a PDF has a name that every system takes', () => {
  expect(pdfName('Audi A4: 24,900 / "mint"')).toBe('Audi A4 24 900 mint.pdf')
  expect(pdfName('../../etc/passwd')).toBe('etc passwd.pdf')
  expect(pdfName('…')).toBe('Kerblight.pdf')
  expect(pdfName('Škoda Octavia ' + 'x'.repeat(200))).toMatch(/^Škoda Octavia x{66}\.pdf$/)
})

describe('updates', () => {
  it.each([
    [{ isPackaged: false, isSigned: true }, 'off: this is a development build'],
    [{ isPackaged: true, isSigned: false }, 'off: this build is not signed'],
  ])('stay off: %j', async (build, state) => {
    const updater = startUpdater({ ...build, onReady: () => undefined, log: () => undefined })
    expect(updater.state()).toBe(state)
    expect(await updater.check()).toBe(`Updates are ${state}.`)
  })
})
