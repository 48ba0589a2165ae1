import { useEffect, useRef, type FormEvent } from 'react'
import { confirm } from './confirm.ts'
import { leaveQuestion } from './use-leave-warning.ts'

const typedIn = 'textarea, input:not([type="radio"], [type="checkbox"], [type="file"])'

/** Asks before a dialog drops what was typed in its form; what was chosen is chosen again with one press. */
export function useTypedInput(isOpen: boolean) {
  const isTyped = useRef(false)
  const isAsking = useRef(false)
  useEffect(() => {
    if (!isOpen) isTyped.current = false
  }, [isOpen])

  return {
    noteInput({ target }: FormEvent) {
      if (target instanceof Element && target.matches(typedIn) && target.closest('form'))
        isTyped.current = true
    },
    async mayClose(): Promise<boolean> {
      if (!isTyped.current) return true
      if (isAsking.current) return false
      isAsking.current = true
      const mayLeave = await confirm(leaveQuestion)
      isAsking.current = false
      return mayLeave
    },
  }
}
