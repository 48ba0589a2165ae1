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
 * The reason why a session ended. `elsewhere`: another tab or window signed out or switched users.
 * `deleted`: the account was deleted by its owner on another device, or by an admin.
 */
export type SessionEnd = 'expired' | 'elsewhere' | 'deleted'

/**
 * The capabilities of the host (web browser or desktop console), selected at startup. Components
 * check what the host can do, never which host it is.
 */
export interface Platform {
  can: {
    /** True if the page can accept card details. */
    checkout: boolean
    /** True if the user can sign in with Google in a pop-up. */
    popupSignIn: boolean
    print: boolean
  }
  /**
   * The contract version that this console was built with. It is null on the web, where the page
   * always matches the server.
   */
  consoleVersion: number | null
  density: 'comfortable' | 'compact'
  address: (path: string) => string
  /** Reads the server's public settings. Throws ProblemFailure. */
  readConfig: () => Promise<PublicConfig>
  /**
   * Calls the API with a root-relative path, such as `/api/cars`, and the session's credentials. It
   * rejects if there is no response.
   */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  upload: (url: string, form: FormData, onProgress?: (fraction: number) => void) => Promise<Response>
  /** Returns the identity service. Its code loads on demand. */
  identity: () => Promise<IdentityService>
  session: {
    /**
     * Opens a Kerblight session for the user whom the identity service has just authenticated.
     * Throws ProblemFailure.
     */
    open: () => Promise<void>
    /**
     * Reports whether there is a session to resume. Only `GET /users/me` shows whether it is still
     * valid.
     */
    restore: () => Promise<boolean>
    /** Deletes the session on this device. Call `DELETE /session` first to end it on the server. */
    close: () => Promise<void>
    /**
     * Reports whether the session survives a restart, as far as is known. Without a system
     * keychain, it is not stored.
     */
    isRemembered: () => boolean
    onEnd: (listener: (end: SessionEnd) => void) => () => void
  }
  /**
   * Opens a page of the website, such as `/dashboard/payment/1`, or another site's URL, outside
   * this window.
   */
  openExternal: (url: string) => void
  /** Leaves for another site, which leads back to the website: in this tab, or in the system's browser. */
  openSite: (url: string) => void
  /** Prints the window's content, and reports a failure if the host can detect one. */
  print: () => void
  saveFile: (name: string, contents: Blob) => void
  /** The features that only the desktop console offers, or null in a browser. */
  console: ConsoleHost | null
}

/**
 * The installed console's interface for its page. Events that occur before a listener is added are
 * queued for the first one.
 */
export interface ConsoleHost {
  appVersion: string
  system: 'darwin' | 'linux' | 'win32'
  /** Cancels a Google sign-in that is in progress in the system browser. */
  cancelGoogle: () => void
  run: (command: MainCommandId) => void
  /** Sets the signed-in user, which determines the commands in the application menu. */
  setViewer: (viewer: Viewer) => void
  onCommand: (listener: (command: CommandId) => void) => () => void
  /** Shows a native context menu for a row. The user's choice arrives through `onRowCommand`. */
  showRowMenu: (menu: RowMenu) => void
  onRowCommand: (listener: (command: RowCommandId) => void) => () => void
  /** Listens for links and notifications that open a page. */
  onOpenPath: (listener: (path: string) => void) => () => void
  onUpdateReady: (listener: (update: { version: string }) => void) => () => void
  /** Listens for the computer waking from sleep, after which connections may be broken. */
  onWake: (listener: () => void) => () => void
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
  /** Access to the folder whose new files are imported for the signed-in user. */
  watchedFolder: {
    /**
     * Asks the user for the folder.
     * @returns the resulting state, like the other methods
     */
    choose: () => Promise<WatchedFolder>
    read: () => Promise<WatchedFolder>
    setLimits: (limits: WatchLimits) => Promise<WatchedFolder>
    dismiss: () => Promise<WatchedFolder>
    stop: () => Promise<WatchedFolder>
    onChange: (listener: (state: WatchedFolder) => void) => () => void
  }
  /** Listens for the outcome of `saveFile`. */
  onSaved: (listener: (file: SavedFile) => void) => () => void
  showSaved: (number: number) => void
  /** The user's unsaved input, which is stored encrypted until they sign out. */
  unsaved: {
    /** Stores unsaved input; an empty text deletes it. */
    write: (key: string, text: string) => Promise<void>
    read: (key: string) => Promise<{ text: string; at: number } | null>
  }
  /** Returns diagnostic data for support, without secrets. */
  readDiagnostics: () => Promise<string>
}
