import type { MouseEvent } from 'react'

/** For what changes the place it stands in: the second click of a double click would hit what has moved there. */
export function singleClick(handle: () => void) {
  return ({ detail }: Pick<MouseEvent, 'detail'>) => {
    if (detail < 2) handle()
  }
}
