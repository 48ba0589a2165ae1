/** One guard of the console, taken out of its built main or preload. */
export interface Fault {
  /** What the console then lets happen. */
  what: string
  bundle: 'main' | 'preload'
  /** The guard in the bundle; there has to be exactly one such place. */
  guard: RegExp
  instead: string
  /** Where the tests that should notice are, and what their titles match. */
  file: string
  titles: string
}

export const planted: Fault[] = [
  {
    what: 'pages may go to other sites',
    bundle: 'main',
    guard: /("will-navigate", \(event\) => \{\s*)if/,
    instead: '$1return;\nif',
    file: 'window.spec.ts',
    titles: 'cannot go to another site',
  },
  {
    what: 'redirects may lead elsewhere',
    bundle: 'main',
    guard: /("will-redirect", \(event\) => \{\s*)if/,
    instead: '$1return;\nif',
    file: 'window.spec.ts',
    titles: 'led elsewhere',
  },
  {
    what: 'web views may be attached',
    bundle: 'main',
    guard: /("will-attach-webview", \(event\) => )event\.preventDefault\(\)/,
    instead: '$1void event',
    file: 'window.spec.ts',
    titles: 'web view',
  },
  {
    what: 'pages may open windows',
    bundle: 'main',
    guard: /action: "deny"/,
    instead: 'action: "allow"',
    file: 'window.spec.ts',
    titles: 'opens no other window',
  },
  {
    what: 'permissions are granted on request and on inquiry',
    bundle: 'main',
    guard: /return granted\.has\(permission\) && isOwnPage\(requestingUrl\)/,
    instead: 'return true',
    file: 'window.spec.ts',
    titles: 'refused every device',
  },
  {
    what: 'the policy allows inline scripts',
    bundle: 'main',
    guard: /"script-src": \["'self'"\]/,
    instead: `"script-src": ["'self'", "'unsafe-inline'"]`,
    file: 'window.spec.ts',
    titles: 'policy|runs no script',
  },
  {
    what: 'pages come without a policy',
    bundle: 'main',
    guard: /"Content-Security-Policy": policy,/,
    instead: '',
    file: 'window.spec.ts',
    titles: 'policy|runs no script',
  },
  {
    what: 'the policy lets pages talk to anybody',
    bundle: 'main',
    guard: /"connect-src": \[\s*"'self'"/,
    instead: `"connect-src": ["https:", "'self'"`,
    file: 'window.spec.ts',
    titles: 'policy|none of ours',
  },
  {
    what: 'any host of app:// is served',
    bundle: 'main',
    guard: /if \(url\.host !== "kerblight"\)/,
    instead: 'if (false)',
    file: 'window.spec.ts',
    titles: 'nothing beside it',
  },
  {
    what: 'other methods than GET are answered',
    bundle: 'main',
    guard: /if \(request\.method !== "GET"\)/,
    instead: 'if (false)',
    file: 'window.spec.ts',
    titles: 'nothing beside it',
  },
  {
    what: 'files beside the renderer are served',
    bundle: 'main',
    guard: /return assets\.get\((.*)\) \?\? null/,
    instead: 'return assets.get($1) ?? join(assets.get("/index.html"), "..", path)',
    file: 'window.spec.ts',
    titles: 'nothing beside it',
  },
  {
    what: 'two consoles run on one folder',
    bundle: 'main',
    guard: /if \(app\.requestSingleInstanceLock\(\)\)/,
    instead: 'if (true)',
    file: 'window.spec.ts',
    titles: 'second start',
  },
  {
    what: 'the preload exposes electron',
    bundle: 'preload',
    guard: /(\w+\.contextBridge\.exposeInMainWorld\("desktop", bridge\))/,
    instead: '$1;\nelectron.contextBridge.exposeInMainWorld("electron", { send: electron.ipcRenderer.send })',
    file: 'window.spec.ts',
    titles: 'nothing of Node',
  },
]
