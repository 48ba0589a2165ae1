import type { Viewer } from '../contract/commands.ts'
import type { PublicConfig } from '../contract/config.ts'
import type { GoogleAnswer, Notice } from '../contract/desktop-channels.ts'
import type { Desk } from './desk.ts'
import type { CallHandlers } from './ipc.ts'
import type { createMainCommands } from './main-commands.ts'

interface CallTools {
  desk: Desk
  commands: ReturnType<typeof createMainCommands>
  signInWithGoogle: (config: PublicConfig | null, signal: AbortSignal) => Promise<GoogleAnswer>
  openExternal: (address: string) => Promise<boolean>
  setViewer: (viewer: Viewer) => void
  showNotice: (notice: Notice) => void
  savePdf: (name: string) => Promise<{ isSaved: boolean }>
  describe: () => string
}

/** The page's calls, one line each. */
export function createCalls(tools: CallTools): CallHandlers {
  const { desk } = tools
  const session = () => desk.connection()?.session ?? null
  let google = new AbortController()

  return {
    'page:ready': () => desk.events()?.ready(),

    'session:open': async (proof) => (await session()?.open(proof)) ?? notConnected,
    'session:restore': async () => {
      const isSignedIn = ((await session()?.token()) ?? null) !== null
      return { isSignedIn, isRemembered: session()?.isRemembered() ?? false }
    },
    'session:close': () => session()?.close(),

    'google:sign-in': async () => {
      google.abort()
      google = new AbortController()
      const { signal } = google
      const answer = await tools.signInWithGoogle((await desk.connection()?.findConfig()) ?? null, signal)
      if (answer.ok) desk.show(null)
      return answer
    },
    'google:cancel': () => google.abort(),

    'config:read': async () => {
      const answer = await desk.connection()?.askConfig()
      if (answer === undefined) return { ok: false, message: NOT_CONNECTED }
      return 'config' in answer ? { ok: true, ...answer } : { ok: false, message: answer.problem }
    },

    'setup:connect': (address) => desk.connect(address),
    'setup:cancel': () => desk.cancelChoice(),

    'external:open': (address) => tools.openExternal(address),
    'commands:run': (id) => tools.commands[id](),
    'commands:viewer': (viewer) => tools.setViewer(viewer),
    'notices:show': (notice) => tools.showNotice(notice),
    'pdf:save': (name) => tools.savePdf(name),
    'diagnostics:read': () => tools.describe(),
  }
}

const NOT_CONNECTED = 'The console is not connected to a Kerblight yet.'

const notConnected = { ok: false as const, problem: { code: 'offline', status: 0, message: NOT_CONNECTED } }
