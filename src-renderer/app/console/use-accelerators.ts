import { useEffect, useRef } from 'react'
import {
  commandIds,
  commands,
  isMainCommand,
  mayRun,
  nobody,
  type Command,
  type CommandId,
} from '../../../contract/commands.ts'
import { useSession } from '../../session/use-session.ts'
import { isAccelerator } from '../../ui/accelerators.ts'
import { toViewer } from './viewer.ts'

/**
 * The page's own commands by their keys. The native menu has the same keys, but gets none that the page has taken; so
 * they also work where a system hides the menu, and each runs once.
 * @param run answers whether anything took the command
 */
export function useAccelerators(run: (id: CommandId) => boolean): void {
  const { me } = useSession()
  const latest = useRef({ run, me })
  useEffect(() => {
    latest.current = { run, me }
  })

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || (event.altKey && isTyping(event.target))) return
      const { run: runNow, me: meNow } = latest.current
      const viewer = meNow ? toViewer(meNow) : nobody
      const id = commandIds.find((known) => {
        const { accelerator }: Command = commands[known]
        return accelerator !== undefined && !isMainCommand(known) && isAccelerator(event, accelerator)
      })
      if (id === undefined || !mayRun(id, viewer)) return
      event.preventDefault()
      runNow(id)
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [])
}

/** There, Alt and an arrow move by words on a Mac. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]')
}
