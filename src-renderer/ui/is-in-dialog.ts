/** Whether somebody is at an open dialog: what comes behind it leaves the focus there. */
export function isInDialog(): boolean {
  return Boolean(document.activeElement?.closest('[role$=dialog][data-open]'))
}
