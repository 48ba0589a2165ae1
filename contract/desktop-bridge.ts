/** What the console's preload gives the renderer as `window.desktop`. In a browser it is absent. */
export interface DesktopBridge {
  appVersion: string
  platform: 'darwin' | 'linux' | 'win32'
  /** Where the API is, without a trailing slash: the console's own pages come from `app://kerblight`. */
  apiOrigin: string
}

/** Main hands the bridge's values to the preload as this command line argument, URI-encoded JSON. */
export const DESKTOP_BRIDGE_ARGUMENT = '--desktop-bridge='

declare global {
  interface Window {
    desktop?: DesktopBridge
  }
}
