import type { BrowserContext } from '@playwright/test'
import type { DesktopBridge } from '../../contract/desktop-bridge.ts'

/** What the stand-in for main has been asked to do, newest last. */
export interface FakeConsole {
  calls: [name: string, ...args: unknown[]][]
  chooseCommand: (id: string) => void
  openPath: (path: string) => void
}

declare global {
  interface Window {
    fakeConsole: FakeConsole
  }
}

/**
 * A plain browser in which the renderer finds a console's bridge, so that its pages can be looked at without Electron.
 * It keeps no secret and proves nothing of main: the token is the test's and the page sends it itself.
 */
export async function useFakeConsole(
  context: BrowserContext,
  baseURL: string,
  token: string | null,
): Promise<void> {
  await context.addInitScript(install, { apiOrigin: new URL(baseURL).origin, token })
}

interface Setting {
  apiOrigin: string
  token: string | null
}

/** Runs in the page before its scripts. */
function install({ apiOrigin, token }: Setting): void {
  const calls: FakeConsole['calls'] = []
  let chosen: (id: never) => void = () => {}
  let opened: (path: string) => void = () => {}
  const note =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push([name, ...args])
      return Promise.resolve()
    }

  // Main's part of a call to the API.
  const send = window.fetch
  window.fetch = (input, init = {}) => {
    const headers = new Headers(init.headers)
    const isApi = typeof input === 'string' && input.startsWith(`${apiOrigin}/api/`)
    if (isApi && token !== null && !headers.has('authorization'))
      headers.set('authorization', `Bearer ${token}`)
    return send(input, { ...init, headers })
  }

  const bridge: DesktopBridge = {
    facts: { appVersion: '0.0.0', platform: 'linux', apiOrigin, setup: null },
    ready: async () => {},
    session: {
      open: async () => ({ ok: true, isRemembered: true }),
      restore: async () => ({ isSignedIn: token !== null, isRemembered: true }),
      close: note('session:close'),
      onExpired: () => {},
    },
    google: {
      signIn: async () => ({ ok: false, reason: 'unavailable', message: 'Not in this browser' }),
      cancel: async () => {},
    },
    setup: { connect: async () => ({ ok: true }), cancel: async () => {} },
    openExternal: async (address) => {
      calls.push(['external:open', address])
      return true
    },
    commands: {
      run: note('commands:run'),
      setViewer: note('commands:viewer'),
      onChosen: (listener) => {
        chosen = listener
      },
    },
    notify: note('notices:show'),
    setBadge: note('notices:badge'),
    savePdf: async (name) => {
      calls.push(['pdf:save', name])
      return { isSaved: true }
    },
    readDiagnostics: async () => 'Nothing to tell',
    onOpenPath: (listener) => {
      opened = listener
    },
    onUpdateReady: () => {},
  }
  window.desktop = bridge
  window.fakeConsole = {
    calls,
    chooseCommand: (id) => chosen(id as never),
    openPath: (path) => opened(path),
  }
}
