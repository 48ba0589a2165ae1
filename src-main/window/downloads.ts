import type { Session } from 'electron'
import { APP_ORIGIN } from './app-origin.ts'

/** A page may save what it has made itself (`blob:`), where the person chooses; nothing from the network. */
export function guardDownloads(session: Session): void {
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(`blob:${APP_ORIGIN}/`)) event.preventDefault()
  })
}
