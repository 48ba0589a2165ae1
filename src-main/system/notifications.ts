import { Notification } from 'electron'
import type { Notice } from '../../contract/desktop/desktop-channels.ts'
import { ownPath } from '../../contract/desktop/desktop-links.ts'

/**
 * The displayed notifications. They stay referenced until they close, because a garbage-collected
 * notification receives no click.
 */
const shown = new Set<Notification>()

/**
 * Shows a desktop notification that opens one of our pages when clicked. A notification with any other path
 * is dropped.
 */
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
