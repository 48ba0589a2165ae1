import { useState } from 'react'
import { useAutoplay } from '../../ui/use-autoplay.ts'

/** The position of a slide. A `waiting` slide is out of sight, to the right. */
type SlidePlace = 'current' | 'previous' | 'waiting'

export function useSlides(count: number, delay: number) {
  const [{ index, previous }, setPlace] = useState({ index: 0, previous: -1 })
  const autoplay = useAutoplay(delay, () =>
    setPlace((last) => ({ index: (last.index + 1) % count, previous: last.index })),
  )

  function show(next: number) {
    setPlace((last) => (next === last.index ? last : { index: next, previous: last.index }))
  }

  const placeOf = (slide: number): SlidePlace =>
    slide === index ? 'current' : slide === previous ? 'previous' : 'waiting'

  /** Returns the attributes that describe a slide's position. */
  const slideProps = (slide: number) => ({
    'data-place': placeOf(slide),
    role: 'group',
    'aria-roledescription': 'slide',
    'aria-label': `${slide + 1} of ${count}`,
    'aria-hidden': slide !== index,
  })

  return { ...autoplay, index, show, slideProps }
}
