import type { DesktopCalls, DesktopEvents } from './desktop-channels.ts'

/**
 * The API that the preload script exposes to the renderer as `window.desktop`. It is absent in a browser.
 * Arguments and results are defined in `desktop-channels.ts`.
 */
export interface DesktopBridge {
  facts: DesktopFacts
  /** Reports that the page is ready for events. Queued links and commands are then delivered. */
  ready: DesktopCalls['page:ready']
  session: {
    /**
     * Exchanges the proof of identity, which the main process holds, for a session. The proof is then
     * discarded.
     */
    open: DesktopCalls['session:open']
    restore: DesktopCalls['session:restore']
    close: DesktopCalls['session:close']
    onExpired: DesktopEvents['session:expired']
    /** Fires when another window has signed in or out. */
    onChanged: DesktopEvents['session:changed']
  }
  /**
   * Calls to the identity service. The main process holds the proof of identity for at most ten minutes and
   * never passes it to the page.
   */
  identity: {
    signInWithPassword: DesktopCalls['identity:password']
    /**
     * Opens Google's sign-in in the default browser. The attempt times out after three minutes. A second call
     * cancels the first.
     */
    signInWithGoogle: DesktopCalls['identity:google']
    cancelGoogle: DesktopCalls['identity:cancel-google']
    createAccount: DesktopCalls['identity:create']
    setProfile: DesktopCalls['identity:profile']
    saveUser: DesktopCalls['identity:save-user']
    mailVerification: DesktopCalls['identity:mail-verification']
    refreshEmail: DesktopCalls['identity:refresh-email']
    mailPassword: DesktopCalls['identity:mail-password']
    changePassword: DesktopCalls['identity:change-password']
    deleteAccount: DesktopCalls['identity:delete']
    forget: DesktopCalls['identity:forget']
  }
  /** Returns the validated server settings, or a message that explains why they are unavailable. */
  readConfig: DesktopCalls['config:read']
  /** The encrypted cache of API responses for offline use. It is deleted when the session ends. */
  offlineResponses: {
    keep: DesktopCalls['responses:keep']
    find: DesktopCalls['responses:find']
  }
  unsaved: {
    keep: DesktopCalls['unsaved:keep']
    find: DesktopCalls['unsaved:find']
  }
  setup: {
    /** Tries to connect to a server. On success, the window is reopened. */
    connect: DesktopCalls['setup:connect']
    cancel: DesktopCalls['setup:cancel']
  }
  /** Opens a page of the website in the default browser. Returns false if the URL is not on the website. */
  openExternal: DesktopCalls['external:open']
  commands: {
    run: DesktopCalls['commands:run']
    setViewer: DesktopCalls['commands:viewer']
    onChosen: DesktopEvents['command:chosen']
  }
  /** The native context menu of list rows. */
  rows: {
    showMenu: DesktopCalls['rows:menu']
    onChosen: DesktopEvents['row:chosen']
  }
  notify: DesktopCalls['notices:show']
  savePdf: DesktopCalls['pdf:save']
  preferences: {
    read: DesktopCalls['preferences:read']
    save: DesktopCalls['preferences:save']
  }
  /** The folder whose new files are imported for the signed-in user. */
  watchedFolder: {
    choose: DesktopCalls['folder:choose']
    read: DesktopCalls['folder:read']
    setLimits: DesktopCalls['folder:limits']
    dismiss: DesktopCalls['folder:dismiss']
    stop: DesktopCalls['folder:stop']
    onChanged: DesktopEvents['folder:changed']
  }
  showSaved: DesktopCalls['saved:show']
  onSaved: DesktopEvents['file:saved']
  readDiagnostics: DesktopCalls['diagnostics:read']
  onOpenPath: DesktopEvents['path:open']
  onUpdateReady: DesktopEvents['update:ready']
  onWake: DesktopEvents['system:woke']
}

/** Data that is constant during a window's lifetime. */
export interface DesktopFacts {
  appVersion: string
  platform: 'darwin' | 'linux' | 'win32'
  /**
   * The API's origin, without a trailing slash. The console's own pages are served from `app://kerblight`.
   */
  apiOrigin: string
  /**
   * The setup state while no server URL is set or a new one is being entered. The page then shows only the
   * setup screen.
   */
  setup: DesktopSetup | null
}

export interface DesktopSetup {
  /** The initial value of the URL field. */
  address: string
  /** The external source of the server URL. If it is not null, the URL can't be changed in the console. */
  lockedBy: 'policy' | 'environment' | null
  /** The problem with the configured server URL, if any. */
  problem: string | null
  /** The reason why the console ignores an administrator's policy. */
  notice: string | null
  /** True if the user can cancel and return to a working server URL. */
  canCancel: boolean
}

/** The command-line argument that passes `DesktopFacts` to the preload script, as URI-encoded JSON. */
export const DESKTOP_FACTS_ARGUMENT = '--desktop-facts='

declare global {
  interface Window {
    desktop?: DesktopBridge
  }
}
