import type { ReactNode } from 'react'
import { SlideControls } from './SlideControls.tsx'
import { useSlides } from './use-slides.ts'

const SCENES = [
  'a burgundy coupe at dusk',
  'a red hatchback under a street lamp',
  'a pearl wagon',
  'a silver sedan',
  'an orange SUV',
  'a teal truck',
]
const DELAY = 6000

interface HeroProps {
  /** The headline and its links, on top of the scenes. */
  children: ReactNode
  /** The search box, which overlaps the scenes' lower edge. */
  search: ReactNode
}

/** Shows six scenes that slide in within 700 ms. */
export function Hero({ children, search }: HeroProps) {
  const { index, isPlaying, show, toggle, slideProps, holdProps } = useSlides(SCENES.length, DELAY)

  return (
    <section className="hero" aria-roledescription="carousel" aria-label="Kerblight" {...holdProps}>
      <div className="hero-stage">
        <div className="hero-scenes">
          {SCENES.map((scene, slide) => (
            <div key={scene} className="hero-slide" {...slideProps(slide)}>
              <picture>
                <source
                  media="(max-width: 640px)"
                  srcSet={`/art/hero/${slide + 1}-tall.svg`}
                  width={640}
                  height={800}
                />
                <img
                  src={`/art/hero/${slide + 1}.svg`}
                  alt={`Drawing of ${scene}`}
                  width={1440}
                  height={600}
                  loading={slide === 0 ? 'eager' : 'lazy'}
                  fetchPriority={slide === 0 ? 'high' : 'low'}
                />
              </picture>
            </div>
          ))}
        </div>
        <div className="page hero-content">
          {children}
          <SlideControls count={SCENES.length} {...{ index, isPlaying }} onToggle={toggle} onShow={show} />
        </div>
      </div>
      <div className="page hero-search">{search}</div>
    </section>
  )
}
