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
 * The reason why a session ended. `elsewhere`: another tab or window signed out, or in as another user.
 * `deleted`: the account was deleted by its owner on another device, or by an admin.
 */
export type SessionEnd = 'expired' | 'elsewhere' | 'deleted'

/**
 * The capabilities of the host, web browser or desktop console, which is chosen once at startup. Components
 * check what it can do, never which host it is.
 */
export interface Platform {
  can: {
    /** True if the page can take card details. */
    checkout: boolean
    /** True if the user can sign in with Google in a pop-up window. */
    popupSignIn: boolean
    print: boolean
  }
  /**
   * The version of the contract that this console was built with; null on the web, which always has the
   * server's version.
   */
  consoleVersion: number | null
  /** Comfortable for the web, compact for the console. */
  density: 'comfortable' | 'compact'
  /** Returns the full address of an API path, such as `/api/1/upload`. */
  address: (path: string) => string
  /** Reads the server's public settings. Throws ProblemFailure. */
  readConfig: () => Promise<PublicConfig>
  /**
   * Calls the API with a path from the root, such as `/api/cars`. It sends the session along, and rejects if
   * no response arrives.
   */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Posts a form and reports its progress, 0 to 1. */
  upload: (url: string, form: FormData, onProgress?: (fraction: number) => void) => Promise<Response>
  /** Returns the identity service, whose code loads on demand. */
  identity: () => Promise<IdentityService>
  session: {
    /**
     * Opens Kerblight's session for the user whom the identity service has just authenticated. Throws
     * ProblemFailure.
     */
    open: () => Promise<void>
    /** Reports whether there is a session to resume; `GET /users/me` shows whether it is still valid. */
    restore: () => Promise<boolean>
    /** Deletes the session here; call `DELETE /session` first to end it on the server. */
    close: () => Promise<void>
    /**
     * Reports whether the session survives a restart, as far as is known. A system without a keychain stores
     * none.
     */
    isRemembered: () => boolean
    onEnd: (listener: (end: SessionEnd) => void) => () => void
  }
  /**
   * Opens a page of the website, such as `/dashboard/payment/1`, or an address of another site, outside of
   * this window.
   */
  openExternal: (address: string) => void
  /** Prints the window's content. It reports a failure if the host can detect it. */
  print: () => void
  saveFile: (name: string, contents: Blob) => void
  /** Features that only a program with its own window offers; null in a browser. */
  console: ConsoleHost | null
}

/**
 * The installed console's interface to its page. Events that come before there is a listener wait for the
 * first one.
 */
export interface ConsoleHost {
  appVersion: string
  system: 'darwin' | 'linux' | 'win32'
  /** Cancels a sign-in with Google that is in progress in the system's browser. */
  cancelGoogle: () => void
  /** Runs a command of the main process. */
  run: (command: MainCommandId) => void
  /** Sets the signed-in user, so that the menu offers what they may do. */
  setViewer: (viewer: Viewer) => void
  /** Listens for commands chosen in the menu that the page must run. */
  onCommand: (listener: (command: CommandId) => void) => () => void
  /** Shows the system's menu for a row. The choice arrives by `onRowCommand`. */
  showRowMenu: (menu: RowMenu) => void
  onRowCommand: (listener: (command: RowCommandId) => void) => () => void
  /** Listens for links and notifications that lead to a page. */
  onOpenPath: (listener: (path: string) => void) => () => void
  onUpdateReady: (listener: (update: { version: string }) => void) => () => void
  /** Listens for the computer's return from sleep, after which connections may be broken. */
  onWake: (listener: () => void) => () => void
  /** Shows a desktop notification; a click opens its path. */
  notify: (notice: Notice) => void
  /**
   * Saves the window's content as a PDF.
   * @returns true if it was saved
   */
  savePdf: (name: string) => Promise<boolean>
  readPreferences: () => Promise<ConsolePreferences>
  /**
   * Changes preferences.
   * @returns the resulting preferences
   */
  savePreferences: (change: Partial<ConsolePreferences>) => Promise<ConsolePreferences>
  /** The folder whose new files are imported for the signed-in user. */
  watchedFolder: {
    /**
     * Asks for the folder.
     * @returns the resulting state, as all of these do
     */
    choose: () => Promise<WatchedFolder>
    read: () => Promise<WatchedFolder>
    setLimits: (limits: WatchLimits) => Promise<WatchedFolder>
    dismiss: () => Promise<WatchedFolder>
    stop: () => Promise<WatchedFolder>
    onChange: (listener: (state: WatchedFolder) => void) => () => void
  }
  /** Listens for the outcome of `saveFile`: the file is where the user wanted it, or could not be written. */
  onSaved: (listener: (file: SavedFile) => void) => () => void
  /** Shows the saved file in its folder. */
  showSaved: (number: number) => void
  /** The text that the user has typed and not saved, stored encrypted while they are signed in. */
  unsaved: {
    /**
     * Stores unsaved text.
     * @param text empty if nothing is unsaved anymore
     */
    write: (key: string, text: string) => Promise<void>
    read: (key: string) => Promise<{ text: string; at: number } | null>
  }
  /** Returns the data that support asks for, without secrets. */
  readDiagnostics: () => Promise<string>
}
