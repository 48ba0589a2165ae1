import type { NotificationConstructorOptions } from 'electron'
import { EventEmitter } from 'node:events'
import { makeClassStrict } from '../strict.ts'

/**
 * A notification that is never shown. As in Electron, a test simulates a click by emitting its `click` event.
 */
export class Notification extends EventEmitter {
  readonly title: string
  readonly body: string

  constructor(options: NotificationConstructorOptions = {}) {
    super()
    this.title = options.title ?? ''
    this.body = options.body ?? ''
  }

  static isSupported(): boolean {
    return true
  }

  show(): void {
    this.emit('show', {})
  }

  close(): void {
    this.emit('close', {})
  }
}
makeClassStrict('Notification', Notification)
