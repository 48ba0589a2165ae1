import type { CdpEvent } from '../cdp.ts'
import { getCdp } from '../host.ts'
import { WebContents, webContents } from './web-contents.ts'

/** Pages that Chromium keeps paused until a window claims them. */
const unclaimed = new Map<string, string>()
const claims = new Map<string, (sessionId: string) => void>()
let beingCreated = 0

/** Opens a blank page in its own window. */
export async function createTarget(size: {
  width: number
  height: number
}): Promise<{ targetId: string; sessionId: string }> {
  beingCreated++
  try {
    const { width, height } = size
    const { targetId } = await getCdp().browser.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      width,
      height,
    })
    const sessionId =
      unclaimed.get(targetId) ?? (await new Promise<string>((claim) => claims.set(targetId, claim)))
    unclaimed.delete(targetId)
    claims.delete(targetId)
    return { targetId, sessionId }
  } finally {
    beingCreated--
  }
}

interface TargetNews {
  gone: (targetId: string) => void
  titled: (targetId: string, title: string) => void
}

/** Pauses every new page before its first request. Calls `tell` whenever a page is closed or renamed. */
export async function watchTargets(tell: TargetNews): Promise<void> {
  const { browser } = getCdp()
  browser.on('Target.attachedToTarget', receiveTarget)
  browser.on('Target.targetDestroyed', ({ targetId }) => tell.gone(targetId))
  browser.on('Target.targetInfoChanged', ({ targetInfo: { targetId, title } }) =>
    tell.titled(targetId, title),
  )
  await browser.send('Target.setDiscoverTargets', { discover: true })
  await browser.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
  })
}

function receiveTarget({ sessionId, targetInfo }: CdpEvent<'Target.attachedToTarget'>): void {
  const { targetId, type, openerId } = targetInfo
  if (type !== 'page') {
    void resumeTarget(sessionId)
    return
  }
  const claim = claims.get(targetId)
  if (claim !== undefined) {
    claim(sessionId)
    return
  }
  unclaimed.set(targetId, sessionId)
  if (beingCreated === 0 || openerId !== undefined) {
    setTimeout(() => void decideOnPopup(targetId, sessionId, openerId), 0)
  }
}

/**
 * Handles a page that no window requested, as the app's response to `window.open` decides. The app is asked
 * when the protocol reports the opening, which happens before the opener is idle again. Closing a page while
 * its opener is still inside `window.open` would also hang the opener.
 */
async function decideOnPopup(
  targetId: string,
  sessionId: string,
  openerId: string | undefined,
): Promise<void> {
  if (!unclaimed.delete(targetId)) return
  const openers = webContents
    .getAllWebContents()
    .filter((contents) => openerId === undefined || WebContents.isTarget(contents, openerId))
  await resumeTarget(sessionId)
  await Promise.all(openers.map(WebContents.idle))
  if (openers.some(WebContents.canOpenWindows)) return
  await getCdp()
    .browser.send('Target.closeTarget', { targetId })
    .catch(() => {})
}

async function resumeTarget(sessionId: string): Promise<void> {
  await getCdp()
    .session(sessionId)
    .send('Runtime.runIfWaitingForDebugger')
    .catch(() => {})
}
