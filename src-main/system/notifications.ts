import { Notification } from 'electron'
import type { Notice } from '../../contract/desktop/desktop-channels.ts'
import { ownPath } from '../../contract/desktop/desktop-links.ts'

/** Keeps notifications referenced: after garbage collection, a click has no effect. */
const shown = new Set<Notification>()

/** Shows a notification that opens one of our pages. Other paths are dropped. */
export function showNotice({ title, body, path }: Notice, open: (path: string) => void): void {
  const goal = ownPath(path)
  if (goal !== null) showNotification({ title, body }, () => open(goal))
}

export function showNotification(texts: Pick<Notice, 'title' | 'body'>, onClick: () => void): void {
  if (!Notification.isSupported()) return
  const notification = new Notification(texts)
  shown.add(notification)
  notification.on('click', () => {
    shown.delete(notification)
    onClick()
  })
  notification.on('close', () => void shown.delete(notification))
  notification.show()
}
