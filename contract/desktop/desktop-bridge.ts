import type { DesktopCalls, DesktopEvents } from './desktop-channels.ts'

/**
 * What the console's preload gives the renderer as `window.desktop`. In a browser it is absent. One function a need;
 * what it takes and answers is `desktop-channels.ts`'s.
 */
export interface DesktopBridge {
  facts: DesktopFacts
  /** The page listens now: links and commands that came earlier arrive. */
  ready: DesktopCalls['page:ready']
  session: {
    /** Exchanges the proof that main holds for a session; main forgets the one and keeps the other. */
    open: DesktopCalls['session:open']
    restore: DesktopCalls['session:restore']
    close: DesktopCalls['session:close']
    onExpired: DesktopEvents['session:expired']
    /** Another window has signed in or out. */
    onChanged: DesktopEvents['session:changed']
  }
  /** At the identity service. Main holds what shows who somebody is, for at most ten minutes, and never hands it out. */
  identity: {
    signInWithPassword: DesktopCalls['identity:password']
    /** Opens Google in the system's browser. Ends within three minutes; a second call ends the first. */
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
  /** The server's settings as main has checked them, or in words why there are none. */
  readConfig: DesktopCalls['config:read']
  /** What was read of the API, for when it is out of reach: encrypted, and gone with the session. */
  answers: {
    keep: DesktopCalls['answers:keep']
    find: DesktopCalls['answers:find']
  }
  unsaved: {
    keep: DesktopCalls['unsaved:keep']
    find: DesktopCalls['unsaved:find']
  }
  setup: {
    /** Tries an address as the Kerblight to work with. On success the window is opened anew. */
    connect: DesktopCalls['setup:connect']
    cancel: DesktopCalls['setup:cancel']
  }
  /** Opens a page of the web's in the system's browser. False where the address is none of ours. */
  openExternal: DesktopCalls['external:open']
  commands: {
    run: DesktopCalls['commands:run']
    setViewer: DesktopCalls['commands:viewer']
    onChosen: DesktopEvents['command:chosen']
  }
  /** The system's menu for a row of a list. */
  rows: {
    showMenu: DesktopCalls['rows:menu']
    onChosen: DesktopEvents['row:chosen']
  }
  notify: DesktopCalls['notices:show']
  savePdf: DesktopCalls['pdf:save']
  /** For this computer. */
  preferences: {
    read: DesktopCalls['preferences:read']
    save: DesktopCalls['preferences:save']
  }
  /** Whose new files are imported, for who is signed in. */
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

/** What is fixed while a window lives. */
export interface DesktopFacts {
  appVersion: string
  platform: 'darwin' | 'linux' | 'win32'
  /** Where the API is, without a trailing slash: the console's own pages come from `app://kerblight`. */
  apiOrigin: string
  /** Set while there is no address yet, or another is being chosen: the page shows the setup screen alone. */
  setup: DesktopSetup | null
}

export interface DesktopSetup {
  /** What to offer for editing. */
  address: string
  /** The address is set from outside and cannot be changed here. */
  lockedBy: 'policy' | 'environment' | null
  /** What is wrong with the address that was set. */
  problem: string | null
  /** Why an administrator's policy that is there does not say the address. */
  notice: string | null
  /** There is a working address to go back to. */
  canCancel: boolean
}

/** Main hands the facts to the preload as this command line argument, URI-encoded JSON. */
export const DESKTOP_FACTS_ARGUMENT = '--desktop-facts='

declare global {
  interface Window {
    desktop?: DesktopBridge
  }
}
