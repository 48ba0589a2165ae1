import { useEffect, useEffectEvent, useState, type FocusEvent } from 'react'
import { useReducedMotion } from './use-reduced-motion.ts'

/**
 * Calls `onStep` every `delay` milliseconds, unless the user pauses it, hovers over the element, or
 * has the focus inside. With reduced motion, it starts only when the user clicks Play.
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
