import type { MouseEvent } from 'react'

/**
 * Wraps the click handler of a control that moves when used. The second click of a double-click is
 * ignored: it would hit the element that has taken the control's position.
 */
export function handleSingleClick(handle: () => void) {
  return ({ detail }: Pick<MouseEvent, 'detail'>) => {
    if (detail < 2) handle()
  }
}
