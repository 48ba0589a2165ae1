import { useEffect, useEffectEvent, useState, type FocusEvent } from 'react'
import { useReducedMotion } from './use-reduced-motion.ts'

/**
 * Takes a step every `delay` ms until somebody pauses it, points at it or works inside it. With reduced motion it
 * waits for Play.
 */
export function useAutoplay(delay: number, onStep: () => void) {
  const isReduced = useReducedMotion()
  const [choice, setChoice] = useState<boolean>()
  const [isHeld, setHeld] = useState(false)
  const isPlaying = choice ?? !isReduced
  const isMoving = isPlaying && !isHeld
  const step = useEffectEvent(onStep)

  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => step(), delay)
    return () => clearInterval(timer)
  }, [isMoving, delay])

  return {
    isPlaying,
    toggle() {
      setHeld(false)
      setChoice(!isPlaying)
    },
    /** For the element whose pointer and focus hold it. */
    holdProps: {
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false)
      },
    },
  }
}
