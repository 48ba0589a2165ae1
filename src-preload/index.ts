import { contextBridge, ipcRenderer } from 'electron'
import {
  DESKTOP_FACTS_ARGUMENT,
  type DesktopBridge,
  type DesktopFacts,
} from '../contract/desktop/desktop-bridge.ts'
import type {
  CallName,
  DesktopCalls,
  DesktopEvents,
  EventName,
} from '../contract/desktop/desktop-channels.ts'

const argument = process.argv.find((value) => value.startsWith(DESKTOP_FACTS_ARGUMENT)) ?? ''
const facts: DesktopFacts = JSON.parse(decodeURIComponent(argument.slice(DESKTOP_FACTS_ARGUMENT.length)))

const bridge: DesktopBridge = {
  facts,
  ready: call('page:ready'),
  session: {
    open: call('session:open'),
    restore: call('session:restore'),
    close: call('session:close'),
    onExpired: on('session:expired'),
    onChanged: on('session:changed'),
  },
  identity: {
    signInWithPassword: call('identity:password'),
    signInWithGoogle: call('identity:google'),
    cancelGoogle: call('identity:cancel-google'),
    createAccount: call('identity:create'),
    setProfile: call('identity:profile'),
    saveUser: call('identity:save-user'),
    mailVerification: call('identity:mail-verification'),
    refreshEmail: call('identity:refresh-email'),
    mailPassword: call('identity:mail-password'),
    changePassword: call('identity:change-password'),
    deleteAccount: call('identity:delete'),
    forget: call('identity:forget'),
  },
  readConfig: call('config:read'),
  offlineResponses: { keep: call('responses:keep'), find: call('responses:find') },
  unsaved: { keep: call('unsaved:keep'), find: call('unsaved:find') },
  setup: { connect: call('setup:connect'), cancel: call('setup:cancel') },
  openExternal: call('external:open'),
  commands: { run: call('commands:run'), setViewer: call('commands:viewer'), onChosen: on('command:chosen') },
  rows: { showMenu: call('rows:menu'), onChosen: on('row:chosen') },
  notify: call('notices:show'),
  savePdf: call('pdf:save'),
  preferences: { read: call('preferences:read'), save: call('preferences:save') },
  watchedFolder: {
    choose: call('folder:choose'),
    read: call('folder:read'),
    setLimits: call('folder:limits'),
    dismiss: call('folder:dismiss'),
    stop: call('folder:stop'),
    onChanged: on('folder:changed'),
  },
  showSaved: call('saved:show'),
  onSaved: on('file:saved'),
  readDiagnostics: call('diagnostics:read'),
  onOpenPath: on('path:open'),
  onUpdateReady: on('update:ready'),
  onWake: on('system:woke'),
}

contextBridge.exposeInMainWorld('desktop', bridge)

/**
 * Builds a call to the main process. The channel is a literal in this file and never comes from the page, so
 * the page cannot reach any other channel. The cast ties the call to the contract. The main process validates
 * both arguments and results.
 */
function call<C extends CallName>(channel: C): DesktopCalls[C] {
  return ((...args: unknown[]) => ipcRenderer.invoke(channel, ...args)) as DesktopCalls[C]
}

/**
 * Subscribes to an event from the main process. Electron's event object, which includes the sender, is not
 * passed to the page.
 */
function on<E extends EventName>(event: E): DesktopEvents[E] {
  return ((listener: (payload: unknown) => void) =>
    void ipcRenderer.on(event, (_event, payload: unknown) => listener(payload))) as DesktopEvents[E]
}
