import { EventEmitter } from 'node:events'
import { strictClass } from '../strict.ts'
import type { Menu } from './menu.ts'

/** An icon that is never shown. A test emits its `click` event, as in Electron. */
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
strictClass('Tray', Tray)
