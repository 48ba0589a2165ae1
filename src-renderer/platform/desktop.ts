import type { DesktopBridge } from '../../contract/desktop-bridge.ts'
import type { EventPayload } from '../../contract/desktop-channels.ts'
import { CONTRACT_VERSION } from '../../contract/version.ts'
import { ProblemFailure, type ApiProblem } from '../api/problem.ts'
import type { ConsoleHost, IdentityProof, Platform, SessionEnd } from './platform.ts'
import { postForm } from './post-form.ts'
import { saveFile } from './save-file.ts'
import { createSignal } from './signal.ts'

/**
 * The console: main keeps the session's token and adds it to calls of the API, so nothing of it is here. Loaded in
 * consoles alone.
 */
export function createDesktopPlatform(desktop: DesktopBridge): Platform {
  const { apiOrigin } = desktop.facts
  const endListeners = new Set<(end: SessionEnd) => void>()
  /** Raised with each session that opens: a call that was refused may have been sent within an earlier one. */
  let session = 0
  let isSignedIn = false
  let isRemembered = true
  let renewal: Promise<boolean> | undefined

  async function fetchWithSession(path: string, init: RequestInit = {}): Promise<Response> {
    // A call that brings its own proof, such as an ID token, is none of the session's business.
    if (new Headers(init.headers).has('authorization')) return send(path, init)
    const sentIn = session
    const response = await send(path, init)
    if (!isRefused(response)) return response
    return (await renewOnce(sentIn)) ? send(path, init) : response
  }

  function send(path: string, init: RequestInit): Promise<Response> {
    return fetch(apiOrigin + path, { ...init, credentials: 'omit' })
  }

  /** Tries once, for all calls that were refused: while the program runs, the identity service may still know who it is. */
  function renewOnce(refused: number): Promise<boolean> {
    if (!isSignedIn || session !== refused) return Promise.resolve(isSignedIn)
    renewal ??= renew().finally(() => {
      renewal = undefined
    })
    return renewal
  }

  async function renew(): Promise<boolean> {
    try {
      const { freshIdentity } = await import('./firebase.ts')
      const proof = await freshIdentity()
      if (proof) {
        await open(proof)
        return true
      }
    } catch {
      // Whatever stands in the way of a new session, the old one is no good.
    }
    isSignedIn = false
    for (const listener of endListeners) listener('expired')
    return false
  }

  async function open({ idToken, email }: IdentityProof): Promise<void> {
    const answer = await desktop.session.open({ idToken, email })
    if (!answer.ok) throw new ProblemFailure(answer.problem as ApiProblem)
    isRemembered = answer.isRemembered
    isSignedIn = true
    session += 1
  }

  desktop.session.onExpired(() => void renewOnce(session))
  const host = createConsoleHost(desktop)

  return {
    can: { checkout: false, popupSignIn: false, print: true },
    consoleVersion: CONTRACT_VERSION,
    density: 'compact',
    address: (path) => apiOrigin + path,
    fetch: fetchWithSession,
    upload: (url, form, onProgress) => postForm(url, form, {}, onProgress),
    session: {
      open,
      async restore() {
        const state = await desktop.session.restore()
        isSignedIn = state.isSignedIn
        isRemembered = state.isRemembered
        return isSignedIn
      },
      async close() {
        isSignedIn = false
        await desktop.session.close()
      },
      isRemembered: () => isRemembered,
      onEnd(listener) {
        endListeners.add(listener)
        return () => void endListeners.delete(listener)
      },
    },
    openExternal: (address) => void desktop.openExternal(address),
    saveFile,
    console: host,
  }
}

function createConsoleHost(desktop: DesktopBridge): ConsoleHost {
  const commands = createSignal<EventPayload<'command:chosen'>>()
  const paths = createSignal<string>()
  const updates = createSignal<{ version: string }>()
  desktop.commands.onChosen(commands.send)
  desktop.onOpenPath(paths.send)
  desktop.onUpdateReady(updates.send)
  void desktop.ready()

  return {
    appVersion: desktop.facts.appVersion,
    system: desktop.facts.platform,
    async googleIdToken() {
      const answer = await desktop.google.signIn()
      if (!answer.ok) throw new Error(answer.message)
      return answer.idToken
    },
    cancelGoogle: () => void desktop.google.cancel(),
    run: (command) => void desktop.commands.run(command),
    setViewer: (viewer) => void desktop.commands.setViewer(viewer),
    onCommand: commands.listen,
    onOpenPath: paths.listen,
    onUpdateReady: updates.listen,
    notify: (notice) => void desktop.notify(notice),
    setBadge: (count) => void desktop.setBadge(count),
    savePdf: async (name) => (await desktop.savePdf(name)).isSaved,
    readDiagnostics: () => desktop.readDiagnostics(),
  }
}

function isRefused(response: Response): boolean {
  return response.status === 401 || response.headers.get('x-session') === 'expired'
}
