import type { PublicConfig } from '../../contract/config.ts'
import type { CommandId, MainCommandId, Viewer } from '../../contract/desktop/commands.ts'
import type {
  ConsolePreferences,
  Notice,
  RowMenu,
  SavedFile,
} from '../../contract/desktop/desktop-channels.ts'
import type { RowCommandId } from '../../contract/desktop/row-commands.ts'
import type { WatchedFolder, WatchLimits } from '../../contract/desktop/watched-folder.ts'
import type { IdentityService } from './identity.ts'

/**
 * Why a session is no more. `elsewhere`: another tab or window signed out, or in as somebody else. `deleted`: by its owner
 * on another device, or by an admin, the account is gone.
 */
export type SessionEnd = 'expired' | 'elsewhere' | 'deleted'

/**
 * What the host can do, web browser or desktop console; chosen once at start. Components ask what it can do,
 * never which host it is.
 */
export interface Platform {
  can: {
    /** Take card details on this page. */
    checkout: boolean
    /** Sign in with Google in a pop-up window. */
    popupSignIn: boolean
    print: boolean
  }
  /** Which version of the contract this console was built with; null on the web, which is always of the server's. */
  consoleVersion: number | null
  /** Roomy for the web, dense for the console. */
  density: 'comfortable' | 'compact'
  /** The whole address of a path of the API's: `/api/1/upload`. */
  address: (path: string) => string
  /** The server's public settings. Throws ProblemFailure. */
  readConfig: () => Promise<PublicConfig>
  /** A call of the API, path from the root: `/api/cars`. The session goes along. Rejects where no answer came. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Posts a form and tells its progress, 0 to 1. */
  upload: (url: string, form: FormData, onProgress?: (fraction: number) => void) => Promise<Response>
  /** The identity service; its code loads when somebody asks for it. */
  identity: () => Promise<IdentityService>
  session: {
    /** Opens the product's session for whoever the identity service has just let in. Throws ProblemFailure. */
    open: () => Promise<void>
    /** Whether there is a session to go on with; `GET /users/me` tells whether it still counts. */
    restore: () => Promise<boolean>
    /** Forgets it here; the server is told by `DELETE /session` before. */
    close: () => Promise<void>
    /** Whether the session outlives this start, as far as is known: a system without a keychain keeps none. */
    isRemembered: () => boolean
    onEnd: (listener: (end: SessionEnd) => void) => () => void
  }
  /** Opens a page of the web's, `/dashboard/payment/1`, or an address of another site, outside of this window. */
  openExternal: (address: string) => void
  /** Prints what the window shows; where it can, it says so when that fails. */
  print: () => void
  saveFile: (name: string, contents: Blob) => void
  /** What only a program of its own window offers; null in a browser. */
  console: ConsoleHost | null
}

/** The installed console, to its page. What comes before somebody listens waits for the first who does. */
export interface ConsoleHost {
  appVersion: string
  system: 'darwin' | 'linux' | 'win32'
  /** Ends a sign-in with Google that goes on in the system's browser. */
  cancelGoogle: () => void
  /** A command that main carries out. */
  run: (command: MainCommandId) => void
  /** Who is signed in, so that the menu offers what they may do. */
  setViewer: (viewer: Viewer) => void
  /** A command that was chosen in the menu, for the page to carry out. */
  onCommand: (listener: (command: CommandId) => void) => () => void
  /** The system's menu for a row; what is chosen there comes by `onRowCommand`. */
  showRowMenu: (menu: RowMenu) => void
  onRowCommand: (listener: (command: RowCommandId) => void) => () => void
  /** A link or a notification leads to this page. */
  onOpenPath: (listener: (path: string) => void) => () => void
  onUpdateReady: (listener: (update: { version: string }) => void) => () => void
  /** The computer has slept: what was connected may not be any more. */
  onWake: (listener: () => void) => () => void
  /** A desktop notification; a click opens its path. */
  notify: (notice: Notice) => void
  /** Saves what the window shows. @returns whether it was saved */
  savePdf: (name: string) => Promise<boolean>
  readPreferences: () => Promise<ConsolePreferences>
  /** @returns what holds then */
  savePreferences: (change: Partial<ConsolePreferences>) => Promise<ConsolePreferences>
  /** The folder whose new files are imported, for who is signed in. */
  watchedFolder: {
    /** Asks which. @returns what holds then, as do all of these */
    choose: () => Promise<WatchedFolder>
    read: () => Promise<WatchedFolder>
    setLimits: (limits: WatchLimits) => Promise<WatchedFolder>
    dismiss: () => Promise<WatchedFolder>
    stop: () => Promise<WatchedFolder>
    onChange: (listener: (state: WatchedFolder) => void) => () => void
  }
  /** A file of `saveFile` is where the person wanted it, or could not be written. */
  onSaved: (listener: (file: SavedFile) => void) => () => void
  /** Shows it in the folder where it is. */
  showSaved: (number: number) => void
  /** What somebody has typed and not saved: encrypted, for as long as they are signed in. */
  unsaved: {
    /** @param text empty: nothing is unsaved any more */
    write: (key: string, text: string) => Promise<void>
    read: (key: string) => Promise<{ text: string; at: number } | null>
  }
  /** What support asks for, without secrets. */
  readDiagnostics: () => Promise<string>
}
