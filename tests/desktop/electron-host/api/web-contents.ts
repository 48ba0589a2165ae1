import type {
  HandlerDetails,
  PrintToPDFOptions,
  WebContentsPrintOptions,
  WebPreferences,
  WindowOpenHandlerResponse,
} from 'electron'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { CdpEvent, CdpSession } from '../cdp.ts'
import { pack } from '../codec.ts'
import { getCdp } from '../host.ts'
import { buildDocumentScripts } from '../page/scripts.ts'
import type { ToMain, ToPreload } from '../page/preload-host.ts'
import { fromWire, isRequested, toWire } from '../scheme.ts'
import { createStrictProxy, makeClassStrict } from '../strict.ts'
import { app } from './app.ts'
import { createPreventableEvent } from './event.ts'
import { Frames, type WebFrameMain } from './frames.ts'
import { receive } from './ipc-main.ts'
import { toPdfOptions } from './pdf.ts'
import { Session, session } from './session.ts'

const world = 'Electron Isolated Context'
const all = new Map<number, WebContents>()
let lastId = 0

/** The services that a window provides to its web contents. */
interface Surroundings {
  close(): void
  size(): { width: number; height: number }
}

export class WebContents extends EventEmitter {
  readonly id = ++lastId
  readonly session = session.defaultSession
  readonly #ready = Promise.withResolvers<void>()
  readonly #frames = new Frames()
  /** The execution context of the preload in the current document. */
  #preload: { id: number; uniqueId: string } | undefined
  readonly #preferences: WebPreferences
  readonly #around: Surroundings
  #cdp: CdpSession = getCdp().browser
  #targetId = ''
  /** URL of a navigation that the app itself started, for which `will-navigate` is not emitted. */
  #ownNavigation: string | undefined
  #openHandler: ((details: HandlerDetails) => WindowOpenHandlerResponse) | undefined
  #url = ''
  #title = ''
  #zoomLevel = 0
  #isDestroyed = false
  #canOpenWindows = false

  constructor(preferences: WebPreferences, surroundings: Surroundings) {
    super()
    assertSafe(preferences)
    this.#preferences = preferences
    this.#around = surroundings
    all.set(this.id, this)
    app.emit('web-contents-created', createPreventableEvent({}), this)
  }

  get mainFrame(): WebFrameMain {
    return this.#frames.get(this.#frames.mainId)
  }

  /** Binds new contents to the paused page that Chromium has created for them. */
  static async attach(contents: WebContents, targetId: string, sessionId: string): Promise<void> {
    contents.#targetId = targetId
    contents.#cdp = getCdp().session(sessionId)
    const { frameTree } = await contents.#cdp.send('Page.getFrameTree')
    contents.#frames.mainId = frameTree.frame.id
    contents.#frames.set(frameTree.frame)
    contents.#listen()
    await contents.#prepareDocuments()
    await contents.#cdp.send('Runtime.runIfWaitingForDebugger')
    contents.#ready.resolve()
  }

  static whenAttached(contents: WebContents): Promise<void> {
    return contents.#ready.promise
  }

  static isTarget(contents: WebContents, targetId: string): boolean {
    return contents.#targetId === targetId
  }

  static ownsFrame(contents: WebContents, frameId: string): boolean {
    return contents.#targetId === frameId || contents.#frames.info(frameId) !== undefined
  }

  /**
   * Sets the page's own title. Ignores URLs, which the protocol reports as the title of a page without one.
   */
  static rename(contents: WebContents, title: string): void {
    if (title === '' || title === contents.#title || title.includes('.invalid/') || title === 'about:blank')
      return
    contents.#title = title
    contents.emit('page-title-updated', createPreventableEvent({}), title, true)
  }

  static canOpenWindows(contents: WebContents): boolean {
    return contents.#canOpenWindows
  }

  static markDestroyed(contents: WebContents): void {
    if (contents.#isDestroyed) return
    contents.#isDestroyed = true
    all.delete(contents.id)
    contents.emit('destroyed')
  }

  /** Resolves once the page has processed its pending work. A closed page counts as idle. */
  static async idle(contents: WebContents): Promise<void> {
    await contents.#cdp.send('Runtime.evaluate', { expression: '0' }).catch(() => {})
  }

  /**
   * Asks the page whether the user may leave it. If the page objects, the app decides. The protocol's own
   * mechanism would show a dialog instead, which Electron never does.
   */
  static async canUnload(contents: WebContents): Promise<boolean> {
    const { result } = await contents.#cdp.send('Runtime.evaluate', {
      expression: `(() => {
        const event = document.createEvent('BeforeUnloadEvent')
        event.initEvent('beforeunload', false, true)
        dispatchEvent(event)
        return !event.defaultPrevented
      })()`,
    })
    if (result.value === true) return true
    const event = createPreventableEvent({})
    contents.emit('will-prevent-unload', event)
    return event.defaultPrevented
  }

  /** Reports whether the app allows the navigation. It is called before the request for each document. */
  static async canNavigate(
    contents: WebContents,
    request: CdpEvent<'Fetch.requestPaused'>,
  ): Promise<boolean> {
    const wireUrl = request.request.url
    const isMainFrame = request.frameId === contents.#frames.mainId
    if (!contents.#isAllowed(wireUrl, request.frameId, request.redirectedRequestId !== undefined))
      return false
    const { origin } = new URL(wireUrl)
    if (isMainFrame && origin !== 'null') {
      await Session.open(contents.session, contents, origin, fromWire(wireUrl))
    }
    return true
  }

  #isAllowed(wireUrl: string, frameId: string, isRedirected: boolean): boolean {
    const isMainFrame = frameId === this.#frames.mainId
    const url = fromWire(wireUrl)
    if (isRedirected) {
      const event = createPreventableEvent({ url, isMainFrame, frame: this.#frames.get(frameId) })
      this.emit('will-redirect', event, url)
      return !event.defaultPrevented
    }
    if (isMainFrame && this.#ownNavigation === withoutHash(wireUrl)) {
      this.#ownNavigation = undefined
      return true
    }
    return this.#askToNavigate(url, frameId)
  }

  #askToNavigate(url: string, frameId: string): boolean {
    const isMainFrame = frameId === this.#frames.mainId
    const event = createPreventableEvent({
      url,
      isMainFrame,
      isSameDocument: false,
      frame: this.#frames.get(frameId),
    })
    this.emit('will-frame-navigate', event)
    if (isMainFrame) this.emit('will-navigate', event, url)
    return !event.defaultPrevented
  }

  async #prepareDocuments(): Promise<void> {
    const { preload, additionalArguments = [] } = this.#preferences
    const scripts = buildDocumentScripts(preload === undefined ? '' : readFileSync(preload, 'utf8'), {
      type: 'renderer',
      platform: process.platform,
      arch: process.arch,
      versions: process.versions,
      contextIsolated: true,
      sandboxed: true,
      argv: [process.argv[0], '--type=renderer', ...additionalArguments],
      env: {},
    })
    await Promise.all([
      this.#cdp.send('Page.enable'),
      this.#cdp.send('Runtime.enable'),
      this.#cdp.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      this.#cdp.send('Runtime.addBinding', { name: 'electronHostSend', executionContextName: world }),
      this.#cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.page }),
      this.#cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.preload, worldName: world }),
    ])
  }

  #listen(): void {
    this.#listenToFrames()
    this.#listenToPreload()
    this.#listenToPolicy()
    this.#cdp.on('Inspector.targetCrashed', () =>
      this.emit('render-process-gone', createPreventableEvent({}), { reason: 'crashed', exitCode: 1 }),
    )
  }

  #listenToFrames(): void {
    const isMain = (id: string) => id === this.#frames.mainId
    this.#cdp.on('Page.frameAttached', ({ frameId, parentFrameId }) =>
      this.#frames.set({ id: frameId, parentId: parentFrameId, url: '', name: '' }),
    )
    this.#cdp.on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason === 'remove') this.#frames.remove(frameId)
    })
    this.#cdp.on('Page.frameStartedLoading', ({ frameId }) => {
      if (isMain(frameId)) this.#setLoading(true)
    })
    this.#cdp.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (isMain(frameId)) this.#setLoading(false)
    })
    this.#cdp.on('Page.frameNavigated', ({ frame }) => {
      this.#frames.set(frame)
      if (!isMain(frame.id)) return
      this.#url = fromWire(frame.url + (frame.urlFragment ?? ''))
      this.emit('did-navigate', createPreventableEvent({}), this.#url, 200, 'OK')
    })
    this.#cdp.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      this.#frames.setUrl(frameId, url)
      if (!isMain(frameId)) return
      this.#url = fromWire(url)
      this.emit('did-navigate-in-page', createPreventableEvent({}), this.#url, true)
    })
    this.#cdp.on('Page.domContentEventFired', () => this.emit('dom-ready', createPreventableEvent({})))
    this.#cdp.on('Page.loadEventFired', () => this.emit('did-finish-load', createPreventableEvent({})))
    this.#cdp.on('Page.lifecycleEvent', ({ name, frameId }) => {
      if (name === 'firstContentfulPaint' && isMain(frameId)) this.emit('electron-host:painted')
    })
  }

  #setLoading(isLoading: boolean): void {
    this.emit(isLoading ? 'did-start-loading' : 'did-stop-loading')
  }

  #listenToPreload(): void {
    this.#cdp.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId } = context.auxData as { frameId: string }
      if (context.name === world && frameId === this.#frames.mainId) this.#preload = context
    })
    // World numbers are not unique. A document in another process uses the same ones, and may end after the
    // next document's world exists.
    this.#cdp.on('Runtime.executionContextDestroyed', ({ executionContextUniqueId }) => {
      if (this.#preload?.uniqueId === executionContextUniqueId) this.#preload = undefined
    })
    this.#cdp.on('Runtime.bindingCalled', (call) => {
      if (call.name === 'electronHostSend') void this.#receive(call)
    })
  }

  async #receive({ executionContextId, payload }: CdpEvent<'Runtime.bindingCalled'>): Promise<void> {
    const event = createStrictProxy('the ipc event', {
      type: 'frame',
      sender: this,
      // Only the main frame has a bridge.
      senderFrame: this.mainFrame,
      reply: (channel: string, ...args: unknown[]) => this.send(channel, ...args),
    })
    const response = await receive(event, JSON.parse(payload) as ToMain)
    if (response !== undefined) await this.#deliver(executionContextId, response)
  }

  async #deliver(contextId: number, message: ToPreload): Promise<void> {
    const expression = `electronHostReceive(${JSON.stringify(message)})`
    // If the page has been closed, the message can be discarded.
    await this.#cdp.send('Runtime.evaluate', { contextId, expression }).catch(() => {})
  }

  #listenToPolicy(): void {
    this.#cdp.on('Page.windowOpen', ({ url, windowName, windowFeatures }) =>
      this.#askToOpen(fromWire(url), {
        frameName: windowName,
        features: windowFeatures.join(','),
        disposition: 'new-window',
      }),
    )
    this.#cdp.on('Page.frameRequestedNavigation', ({ url: wireUrl, disposition, frameId }) => {
      const url = fromWire(wireUrl)
      if (disposition !== 'currentTab') {
        const kind = disposition === 'newTab' ? 'background-tab' : 'new-window'
        this.#askToOpen(url, { frameName: '', features: '', disposition: kind })
      } else if (!isRequested(url) && !this.#askToNavigate(url, frameId)) {
        void this.#cdp.send('Page.stopLoading').catch(() => {})
      }
    })
  }

  #askToOpen(url: string, details: Omit<HandlerDetails, 'url' | 'referrer'>): void {
    const openDetails: HandlerDetails = { url, ...details, referrer: { url: this.#url, policy: 'default' } }
    this.#canOpenWindows = (this.#openHandler?.(openDetails) ?? { action: 'allow' }).action === 'allow'
  }

  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void {
    this.#openHandler = handler
  }

  send(channel: string, ...args: unknown[]): void {
    const message: ToPreload = { kind: 'emit', channel, args: args.map(pack) }
    if (this.#preload !== undefined) void this.#deliver(this.#preload.id, message)
  }

  async loadURL(url: string): Promise<void> {
    await this.#ready.promise
    if (!(await WebContents.canUnload(this))) {
      throw Object.assign(new Error(`ERR_ABORTED (-3) loading '${url}'`), { code: 'ERR_ABORTED', url })
    }
    const wire = toWire(url)
    this.#ownNavigation = withoutHash(new URL(wire).href)
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', () => resolve()))
    const { errorText } = await this.#cdp.send('Page.navigate', { url: wire })
    if (errorText !== undefined) {
      this.emit('did-fail-load', createPreventableEvent({}), -2, errorText, url, true)
      throw Object.assign(new Error(`${errorText} loading '${url}'`), { code: errorText, url })
    }
    await loaded
  }

  print(_options?: WebContentsPrintOptions, callback?: (isFine: boolean, reason: string) => void): void {
    callback?.(false, 'electron-host: no printer')
  }

  async printToPDF(options: PrintToPDFOptions): Promise<Buffer> {
    await this.#ready.promise
    const { data } = await this.#cdp.send('Page.printToPDF', toPdfOptions(options))
    return Buffer.from(data, 'base64')
  }

  /**
   * Sets the zoom level. Each level enlarges the page by a fifth. Its area shrinks, and its device pixel
   * ratio grows by the same factor.
   */
  setZoomLevel(level: number): void {
    this.#zoomLevel = level
    void this.#zoom(1.2 ** level)
  }

  async #zoom(factor: number): Promise<void> {
    await this.#ready.promise
    const { width, height } = this.#around.size()
    await this.#cdp.send('Emulation.setDeviceMetricsOverride', {
      width: Math.round(width / factor),
      height: Math.round(height / factor),
      deviceScaleFactor: factor,
      mobile: false,
    })
  }

  getZoomLevel(): number {
    return this.#zoomLevel
  }

  getURL(): string {
    return this.#url
  }

  getTitle(): string {
    return this.#title
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  reload(): void {
    this.#ownNavigation = withoutHash(toWire(this.#url))
    void this.#cdp.send('Page.reload')
  }

  focus(): void {
    void this.#ready.promise.then(() => this.#cdp.send('Page.bringToFront')).catch(() => {})
  }

  close(_options?: { waitForBeforeUnload: boolean }): void {
    this.#around.close()
  }
}
makeClassStrict('webContents', WebContents)

export const webContents = createStrictProxy('the webContents module', {
  getAllWebContents: () => [...all.values()],
  fromDevToolsTargetId: (id: string) =>
    [...all.values()].find((contents) => WebContents.isTarget(contents, id)),
})

function withoutHash(url: string): string {
  return url.replace(/#.*$/, '')
}

/**
 * Throws if an app requests weaker isolation. Pages here are always sandboxed and isolated, so such an app
 * would appear safer than it is.
 */
function assertSafe(preferences: WebPreferences): void {
  const unsafe: [isUnsafe: boolean, name: string][] = [
    [preferences.sandbox === false, 'sandbox: false'],
    [preferences.contextIsolation === false, 'contextIsolation: false'],
    [preferences.nodeIntegration === true, 'nodeIntegration: true'],
    [preferences.nodeIntegrationInSubFrames === true, 'nodeIntegrationInSubFrames: true'],
    [preferences.webSecurity === false, 'webSecurity: false'],
    [preferences.webviewTag === true, 'webviewTag: true'],
    [preferences.allowRunningInsecureContent === true, 'allowRunningInsecureContent: true'],
  ]
  for (const [isUnsafe, name] of unsafe) {
    if (isUnsafe) throw new Error(`electron-host: webPreferences ${name} is not implemented`)
  }
}
