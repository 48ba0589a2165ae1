import type { DesktopBridge } from '../../contract/desktop/desktop-bridge.ts'
import type { EventPayload } from '../../contract/desktop/desktop-channels.ts'
import { CONTRACT_VERSION } from '../../contract/api/version.ts'
import { ProblemFailure, type ApiProblem } from '../api/problem.ts'
import type { ConsoleHost, Platform, SessionEnd } from './platform.ts'
import { fetchOrFind } from './offline-cache.ts'
import { createDesktopIdentity } from './desktop-identity.ts'
import { postForm } from './post-form.ts'
import { isAccountDeleted } from './is-account-deleted.ts'
import { saveFile } from './save-file.ts'

/**
 * Creates the console's platform. The main process signs in, stores the session token, and adds it
 * to API calls. Only consoles load this module.
 */
export function createDesktopPlatform(desktop: DesktopBridge): Platform {
  const { apiOrigin } = desktop.facts
  const ends = createSignal<SessionEnd>()
  let isRemembered = true
  let visit = 0

  // Unlike in a browser, an expired session is not renewed. Console sessions are long-lived, so the
  // end was intentional.
  desktop.session.onExpired(() => {
    visit += 1
    ends.send('expired')
  })
  desktop.session.onChanged(() => {
    visit += 1
    ends.send('elsewhere')
  })
  const identity = createDesktopIdentity(desktop)
  const host = createConsoleHost(desktop)
  const callApi = fetchOrFind(desktop.offlineResponses, apiOrigin, () => visit)

  return {
    can: { checkout: false, popupSignIn: false, print: true },
    consoleVersion: CONTRACT_VERSION,
    density: 'compact',
    address: (path) => apiOrigin + path,
    async readConfig() {
      const result = await desktop.readConfig()
      if (!result.ok) throw new ProblemFailure({ code: 'unknown', status: 0, message: result.message })
      return result.config
    },
    async fetch(path, init) {
      const response = await callApi(path, init)
      if (isAccountDeleted(response)) ends.send('deleted')
      return response
    },
    upload: (url, form, onProgress) => postForm(url, form, {}, onProgress),
    identity: async () => identity,
    session: {
      async open() {
        visit += 1
        const result = await desktop.session.open()
        if (!result.ok) throw new ProblemFailure(result.problem as ApiProblem)
        isRemembered = result.isRemembered
        await identity.release()
      },
      async restore() {
        const state = await desktop.session.restore()
        isRemembered = state.isRemembered
        return state.isSignedIn
      },
      close() {
        visit += 1
        return desktop.session.close()
      },
      isRemembered: () => isRemembered,
      onEnd: ends.listen,
    },
    openExternal: (url) => void desktop.openExternal(url),
    openSite: (url) => void desktop.openExternal(url),
    print: () => void desktop.commands.run('print'),
    saveFile,
    console: host,
  }
}

function createConsoleHost(desktop: DesktopBridge): ConsoleHost {
  const commands = createSignal<EventPayload<'command:chosen'>>()
  const rowCommands = createSignal<EventPayload<'row:chosen'>>()
  const paths = createSignal<string>()
  const updates = createSignal<{ version: string }>()
  const wakes = createSignal<null>()
  desktop.commands.onChosen(commands.send)
  desktop.rows.onChosen(rowCommands.send)
  desktop.onOpenPath(paths.send)
  desktop.onUpdateReady(updates.send)
  desktop.onWake(wakes.send)
  const folders = createSignal<EventPayload<'folder:changed'>>()
  desktop.watchedFolder.onChanged(folders.send)
  const savedFiles = createSignal<EventPayload<'file:saved'>>()
  desktop.onSaved(savedFiles.send)
  void desktop.ready()

  return {
    appVersion: desktop.facts.appVersion,
    system: desktop.facts.platform,
    cancelGoogle: () => void desktop.identity.cancelGoogle(),
    run: (command) => void desktop.commands.run(command),
    setViewer: (viewer) => void desktop.commands.setViewer(viewer),
    onCommand: commands.listen,
    showRowMenu: (menu) => void desktop.rows.showMenu(menu),
    onRowCommand: rowCommands.listen,
    onOpenPath: paths.listen,
    onUpdateReady: updates.listen,
    onWake: wakes.listen,
    notify: (notice) => void desktop.notify(notice),
    savePdf: async (name) => (await desktop.savePdf(name)).isSaved,
    readPreferences: () => desktop.preferences.read(),
    savePreferences: (change) => desktop.preferences.save(change),
    watchedFolder: {
      choose: () => desktop.watchedFolder.choose(),
      read: () => desktop.watchedFolder.read(),
      setLimits: (limits) => desktop.watchedFolder.setLimits(limits),
      dismiss: () => desktop.watchedFolder.dismiss(),
      stop: () => desktop.watchedFolder.stop(),
      onChange: folders.listen,
    },
    onSaved: savedFiles.listen,
    showSaved: (number) => void desktop.showSaved(number),
    unsaved: {
      write: (key, text) => desktop.unsaved.keep(key, text),
      read: (key) => desktop.unsaved.find(key),
    },
    readDiagnostics: () => desktop.readDiagnostics(),
  }
}

interface Signal<T> {
  send: (value: T) => void
  listen: (listener: (value: T) => void) => () => void
}

/**
 * Creates a signal that notifies its listeners. Values sent without a listener are queued for the
 * first one.
 */
function createSignal<T>(): Signal<T> {
  const listeners = new Set<(value: T) => void>()
  const waiting: T[] = []
  return {
    send(value) {
      if (listeners.size === 0) waiting.push(value)
      for (const listener of listeners) listener(value)
    },
    listen(listener) {
      listeners.add(listener)
      for (const value of waiting.splice(0)) listener(value)
      return () => void listeners.delete(listener)
    },
  }
}
