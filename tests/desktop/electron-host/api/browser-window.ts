import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'
import { EventEmitter } from 'node:events'
import { getCdp } from '../host.ts'
import { makeClassStrict } from '../strict.ts'
import { app, isQuitting, setQuitHandler } from './app.ts'
import { createPreventableEvent } from './event.ts'
import { createTarget } from './targets.ts'
import { WebContents } from './web-contents.ts'

const windows = new Map<number, BrowserWindow>()
let lastId = 0
let focusedId = 0

/** A window without a window manager. Only its state is simulated; the page inside is real. */
export class BrowserWindow extends EventEmitter {
  readonly id = ++lastId
  readonly webContents: WebContents
  #targetId = ''
  #bounds: Rectangle
  #title: string
  #isVisible: boolean
  #isMinimized = false
  #isMaximized = false
  #isFullScreen = false
  #isDestroyed = false

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super()
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.#bounds = { x, y, width, height }
    this.#title = options.title ?? app.getName()
    this.#isVisible = options.show !== false
    this.webContents = new WebContents(options.webPreferences ?? {}, {
      close: () => this.close(),
      size: () => this.#bounds,
    })
    this.webContents.once('electron-host:painted', () => this.emit('ready-to-show'))
    this.webContents.on('page-title-updated', (_event, title: string) => this.#followTitle(title))
    windows.set(this.id, this)
    app.emit('browser-window-created', createPreventableEvent({}), this)
    void this.#create()
  }

  async #create(): Promise<void> {
    const { targetId, sessionId } = await createTarget(this.#bounds)
    this.#targetId = targetId
    await WebContents.attach(this.webContents, targetId, sessionId)
    await this.#resizePage()
  }

  #followTitle(title: string): void {
    const event = createPreventableEvent({})
    this.emit('page-title-updated', event, title, true)
    if (!event.defaultPrevented) this.#title = title
  }

  async #resizePage(): Promise<void> {
    await WebContents.whenAttached(this.webContents)
    const { width, height } = this.#bounds
    const { windowId } = await getCdp().browser.send('Browser.getWindowForTarget', {
      targetId: this.#targetId,
    })
    await getCdp().browser.send('Browser.setContentsSize', { windowId, width, height })
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows.values()]
  }

  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.fromId(focusedId)
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.webContents === contents) ?? null
  }

  static fromId(id: number): BrowserWindow | null {
    return windows.get(id) ?? null
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  show(): void {
    this.#isVisible = true
    this.emit('show')
    this.focus()
  }

  hide(): void {
    this.#isVisible = false
    this.blur()
    this.emit('hide')
  }

  isVisible(): boolean {
    return this.#isVisible
  }

  focus(): void {
    this.webContents.focus()
    if (this.isFocused()) return
    focusedId = this.id
    this.emit('focus')
    app.emit('browser-window-focus', createPreventableEvent({}), this)
  }

  blur(): void {
    if (!this.isFocused()) return
    focusedId = 0
    this.emit('blur')
    app.emit('browser-window-blur', createPreventableEvent({}), this)
  }

  isFocused(): boolean {
    return focusedId === this.id
  }

  minimize(): void {
    this.#isMinimized = true
    this.blur()
    this.emit('minimize')
  }

  isMinimized(): boolean {
    return this.#isMinimized
  }

  restore(): void {
    this.#isMinimized = false
    this.emit('restore')
  }

  maximize(): void {
    this.#isMaximized = true
    this.emit('maximize')
  }

  isMaximized(): boolean {
    return this.#isMaximized
  }

  setFullScreen(isFullScreen: boolean): void {
    this.#isFullScreen = isFullScreen
    this.emit(isFullScreen ? 'enter-full-screen' : 'leave-full-screen')
  }

  isFullScreen(): boolean {
    return this.#isFullScreen
  }

  getBounds(): Rectangle {
    return { ...this.#bounds }
  }

  /**
   * Returns the window's bounds when it is neither maximized nor minimized. Neither state changes the bounds
   * here.
   */
  getNormalBounds(): Rectangle {
    return this.getBounds()
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    void this.#resizePage()
    this.emit('resize')
    this.emit('move')
    this.emit('resized')
    this.emit('moved')
  }

  getTitle(): string {
    return this.#title
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  close(): void {
    void BrowserWindow.askToClose(this)
  }

  /** Closes the window, unless the app or the page objects. In that case, resolves with false. */
  static async askToClose(window: BrowserWindow): Promise<boolean> {
    const event = createPreventableEvent({})
    window.emit('close', event)
    if (event.defaultPrevented) return false
    await WebContents.whenAttached(window.webContents)
    // A crashed page cannot object.
    if (!(await WebContents.canUnload(window.webContents).catch(() => true))) return false
    window.destroy()
    return true
  }

  destroy(): void {
    if (this.#targetId !== '') {
      void getCdp()
        .browser.send('Target.closeTarget', { targetId: this.#targetId })
        .catch(() => {})
    }
    BrowserWindow.markGone(this)
  }

  static markGone(window: BrowserWindow): void {
    if (window.#isDestroyed) return
    window.#isDestroyed = true
    windows.delete(window.id)
    WebContents.markDestroyed(window.webContents)
    window.emit('closed')
    if (windows.size > 0 || isQuitting()) return
    if (app.listenerCount('window-all-closed') === 0) app.quit()
    else app.emit('window-all-closed')
  }
}
makeClassStrict('BrowserWindow', BrowserWindow)

setQuitHandler(async () => {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!(await BrowserWindow.askToClose(window))) return false
  }
  return true
})
