import type { DesktopCalls, DesktopEvents } from './desktop-channels.ts'

/**
 * The API that the console's preload exposes to the renderer as `window.desktop`. It is absent in a browser.
 * Each need has one function; arguments and results are defined in `desktop-channels.ts`.
 */
export interface DesktopBridge {
  facts: DesktopFacts
  /** Reports that the page is listening. Links and commands that arrived earlier are then delivered. */
  ready: DesktopCalls['page:ready']
  session: {
    /**
     * Exchanges the proof of identity held by the main process for a session. The main process discards the
     * proof and stores the session.
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
   * never passes it on.
   */
  identity: {
    signInWithPassword: DesktopCalls['identity:password']
    /**
     * Opens Google's sign-in in the system's browser. It ends within three minutes; a second call cancels the
     * first.
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
  /**
   * Returns the server's settings after validation by the main process, or a message that explains why they
   * are unavailable.
   */
  readConfig: DesktopCalls['config:read']
  /** Cached API responses for offline use. They are encrypted and deleted with the session. */
  answers: {
    keep: DesktopCalls['answers:keep']
    find: DesktopCalls['answers:find']
  }
  unsaved: {
    keep: DesktopCalls['unsaved:keep']
    find: DesktopCalls['unsaved:find']
  }
  setup: {
    /** Tries an address as the server to connect to. On success, the window is reopened. */
    connect: DesktopCalls['setup:connect']
    cancel: DesktopCalls['setup:cancel']
  }
  /** Opens a page of the website in the system's browser. Returns false if the address is not one of ours. */
  openExternal: DesktopCalls['external:open']
  commands: {
    run: DesktopCalls['commands:run']
    setViewer: DesktopCalls['commands:viewer']
    onChosen: DesktopEvents['command:chosen']
  }
  /** The native context menu for a row of a list. */
  rows: {
    showMenu: DesktopCalls['rows:menu']
    onChosen: DesktopEvents['row:chosen']
  }
  notify: DesktopCalls['notices:show']
  savePdf: DesktopCalls['pdf:save']
  /** The preferences for this computer. */
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

/** Facts that don't change during the lifetime of a window. */
export interface DesktopFacts {
  appVersion: string
  platform: 'darwin' | 'linux' | 'win32'
  /** The origin of the API, without a trailing slash. The console's own pages come from `app://kerblight`. */
  apiOrigin: string
  /**
   * Set while there is no server address yet, or while another is being chosen. The page then shows only the
   * setup screen.
   */
  setup: DesktopSetup | null
}

export interface DesktopSetup {
  /** The initial value of the address field. */
  address: string
  /** The external source that sets the address, which then can't be changed here. */
  lockedBy: 'policy' | 'environment' | null
  /** The problem with the configured address. */
  problem: string | null
  /** The reason why an existing administrator's policy is ignored. */
  notice: string | null
  /** True if there is a working address to return to. */
  canCancel: boolean
}

/**
 * The command-line argument in which the main process passes the facts to the preload, as URI-encoded JSON.
 */
export const DESKTOP_FACTS_ARGUMENT = '--desktop-facts='

declare global {
  interface Window {
    desktop?: DesktopBridge
  }
}
