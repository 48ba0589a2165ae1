import { EventEmitter } from 'node:events'
import { makeClassStrict } from '../strict.ts'
import type { Menu } from './menu.ts'

/**
 * A tray icon that is never shown. As in Electron, a test simulates a click by emitting its `click` event.
 */
export class Tray extends EventEmitter {
  #isDestroyed = false

  constructor(_image: unknown) {
    super()
  }

  setToolTip(_text: string): void {}
  setContextMenu(_menu: Menu | null): void {}

  destroy(): void {
    this.#isDestroyed = true
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }
}
makeClassStrict('Tray', Tray)
