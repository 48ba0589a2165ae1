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
    what: 'any host of our scheme is served',
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
  {
    what: 'the token goes to whomever the page asks',
    bundle: 'main',
    guard: /return parsed\?\.origin === apiOrigin && parsed\.pathname\.startsWith\("\/api\/"\) &&/,
    instead: 'return',
    file: 'boundaries.spec.ts',
    titles: 'and with no other',
  },
  {
    what: 'the token takes the place of a proof of the page',
    bundle: 'main',
    guard: /token !== null && !hasHeader\(headers, "authorization"\)/,
    instead: 'token !== null',
    file: 'boundaries.spec.ts',
    titles: 'gives way to a proof',
  },
  {
    what: 'what the page hands over is not checked',
    bundle: 'main',
    guard: /if \(!parsed\.success\) \{\s*log\(`ipc:/,
    instead: 'if (false) { log(`ipc:',
    file: 'boundaries.spec.ts',
    titles: 'is checked',
  },
  {
    what: 'any page is answered',
    bundle: 'main',
    guard: /if \(!isTrusted\(event, ownContents\(\)\)\)/,
    instead: 'if (false)',
    file: 'boundaries.spec.ts',
    titles: 'none of ours is not answered',
  },
  {
    what: 'any address opens in the system browser',
    bundle: 'main',
    guard: /return webOrigins\.includes\(url\.origin\) \? url\.href : null/,
    instead: 'return url.href',
    file: 'boundaries.spec.ts',
    titles: 'no other address',
  },
  {
    what: 'a mail link may fill in the mail',
    bundle: 'main',
    guard: /\+@\[\\w\.-\]\+\$\//,
    instead: '+@[\\w.-]+/',
    file: 'boundaries.spec.ts',
    titles: 'mail program alone',
  },
  {
    what: 'signing out leaves the token in the keychain',
    bundle: 'main',
    guard: /await change\("clear", \(\) => store\.clear\(\)\)/,
    instead: '',
    file: 'session.spec.ts',
    titles: 'signing out',
  },
  {
    what: 'a session that the server has ended goes on',
    bundle: 'main',
    guard: /if \(token !== refusedToken\) return/,
    instead: 'return',
    file: 'session.spec.ts',
    titles: 'that the server has ended',
  },
  {
    what: 'the token is in a file',
    bundle: 'main',
    guard: /token = answer\.data\.token;/,
    instead:
      'token = answer.data.token; process.getBuiltinModule("node:fs").writeFileSync(app.getPath("userData") + "/token", token);',
    file: 'session.spec.ts',
    titles: 'nowhere else|no file has it',
  },
]
