import { useEffect, useState, type FocusEvent } from 'react'
import { useReducedMotion } from '../../ui/use-reduced-motion.ts'

/** Where a slide stands: `waiting` ones are out of sight, to the right. */
export type SlidePlace = 'current' | 'previous' | 'waiting'

/**
 * Slides that move by themselves until somebody pauses them, points at them or works inside them. With reduced
 * motion they wait for Play.
 */
export function useSlides(count: number, delay: number) {
  const isReduced = useReducedMotion()
  const [{ index, previous }, setPlace] = useState({ index: 0, previous: -1 })
  const [isPlaying, setPlaying] = useState(!isReduced)
  const [isHeld, setHeld] = useState(false)
  const isMoving = isPlaying && !isHeld

  function show(next: number) {
    setPlace((last) => (next === last.index ? last : { index: next, previous: last.index }))
  }

  useEffect(() => {
    if (!isMoving) return
    const next = { index: (index + 1) % count, previous: index }
    const timer = setTimeout(() => setPlace(next), delay)
    return () => clearTimeout(timer)
  }, [isMoving, count, delay, index])

  return {
    index,
    isPlaying,
    show,
    toggle() {
      setHeld(false)
      setPlaying(!isPlaying)
    },
    placeOf: (slide: number): SlidePlace =>
      slide === index ? 'current' : slide === previous ? 'previous' : 'waiting',
    /** For the element whose pointer and focus hold the slides. */
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
