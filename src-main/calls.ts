import type { WebContents } from 'electron'
import type { Viewer } from '../contract/desktop/commands.ts'
import type { Notice, RowMenu } from '../contract/desktop/desktop-channels.ts'
import type { WatchedFolder as WatchedFolderState } from '../contract/desktop/watched-folder.ts'
import type { RowCommandId } from '../contract/desktop/row-commands.ts'
import { NOT_CONNECTED, type ConsoleState } from './console-state.ts'
import { createIdentityCalls } from './identity-calls.ts'
import type { WatchedFolder } from './session/watched-folder.ts'
import type { Preferences } from './system/preferences.ts'
import type { SavedFiles } from './window/downloads.ts'
import type { CallHandlers } from './window/ipc.ts'
import type { createMainCommands } from './window/main-commands.ts'

interface CallTools {
  consoleState: ConsoleState
  commands: ReturnType<typeof createMainCommands>
  signInWithGoogle: Parameters<typeof createIdentityCalls>[0]['signInWithGoogle']
  openExternal: (address: string) => Promise<boolean>
  setViewer: (viewer: Viewer) => void
  showNotice: (notice: Notice) => void
  showRowMenu: (menu: RowMenu, choose: (id: RowCommandId) => void) => void
  savePdf: (name: string) => Promise<{ isSaved: boolean }>
  preferences: Pick<Preferences, 'read' | 'save'>
  watchedFolder: Pick<WatchedFolder, 'read' | 'setLimits' | 'stop' | 'dismiss'> & {
    choose: () => Promise<WatchedFolderState>
  }
  savedFiles: Pick<SavedFiles, 'show'>
  describe: () => string
}

export function createCalls(tools: CallTools): CallHandlers {
  const { consoleState } = tools
  const session = () => consoleState.connection()?.session ?? null
  // Input that is being typed in one window is not offered in another.
  const typedIn = new Map<string, WebContents>()

  return {
    'page:ready': (caller) => consoleState.windows.eventsOf(caller)?.ready(),

    ...createIdentityCalls(tools),
    'session:restore': async () => {
      const isSignedIn = ((await session()?.token()) ?? null) !== null
      return { isSignedIn, isRemembered: session()?.isRemembered() ?? false }
    },

    'config:read': async () => {
      const response = await consoleState.connection()?.readConfig()
      if (response === undefined) return { ok: false, message: NOT_CONNECTED }
      return 'config' in response ? { ok: true, ...response } : { ok: false, message: response.problem }
    },

    'responses:keep': (address, response) =>
      consoleState.connection()?.offlineResponses.keep(address, response),
    'responses:find': (address) => consoleState.connection()?.offlineResponses.find(address) ?? null,

    'unsaved:keep': (key, text, caller) => {
      if (text === '') typedIn.delete(key)
      else typedIn.set(key, caller)
      return consoleState.connection()?.offlineResponses.keepInput(key, text)
    },
    'unsaved:find': (key, caller) => {
      const typing = typedIn.get(key)
      const isTypedElsewhere = typing !== undefined && typing !== caller && !typing.isDestroyed()
      return isTypedElsewhere ? null : (consoleState.connection()?.offlineResponses.findInput(key) ?? null)
    },

    'setup:connect': (address) => consoleState.connect(address),
    'setup:cancel': () => consoleState.cancelChoice(),

    'external:open': (address) => tools.openExternal(address),
    'commands:run': (id) => tools.commands[id](),
    'commands:viewer': (viewer) => tools.setViewer(viewer),
    'rows:menu': (menu, caller) =>
      tools.showRowMenu(menu, (id) => consoleState.windows.eventsOf(caller)?.send('row:chosen', id)),
    'notices:show': (notice) => tools.showNotice(notice),
    'pdf:save': (name) => tools.savePdf(name),
    'preferences:read': () => tools.preferences.read(),
    'preferences:save': (change) => tools.preferences.save(change),
    'folder:choose': () => tools.watchedFolder.choose(),
    'folder:read': () => tools.watchedFolder.read(),
    'folder:limits': (limits) => tools.watchedFolder.setLimits(limits),
    'folder:dismiss': () => tools.watchedFolder.dismiss(),
    'folder:stop': () => tools.watchedFolder.stop(),
    'saved:show': (number) => tools.savedFiles.show(number),
    'diagnostics:read': () => tools.describe(),
  }
}
