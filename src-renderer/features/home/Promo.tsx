import { Pause, Play, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'

const SCENES = ['Find it.', 'Know its price.', 'Pay by card.', 'Drive it home.']
const SCENE_MS = 3000

/** A short film of our own, drawn by the page: it starts when asked to, and its words are there to read. */
export function Promo() {
  const [isPlaying, setPlaying] = useState(false)
  const [scene, setScene] = useState(0)
  const isOver = scene === SCENES.length

  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => {
      setScene(scene + 1)
      if (scene + 1 === SCENES.length) setPlaying(false)
    }, SCENE_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, scene])

  function handleClick() {
    if (isOver) setScene(0)
    setPlaying(!isPlaying)
  }

  const [label, Icon] = isPlaying
    ? (['Pause the film', Pause] as const)
    : isOver
      ? (['Play the film again', RotateCcw] as const)
      : (['Play the film', Play] as const)

  return (
    <section aria-labelledby="promo-title">
      <h2 id="promo-title" className="text-h2">
        Kerblight in twelve seconds
      </h2>
      <div className="promo mt-6" data-playing={isPlaying} data-started={isPlaying || scene > 0}>
        <div className="promo-lamps" aria-hidden="true" />
        <div className="promo-road" aria-hidden="true" />
        <img
          src="/art/bodies/coupe.svg"
          alt=""
          width={718}
          height={240}
          loading="lazy"
          className="promo-car"
        />
        <p className="promo-words" aria-live="polite">
          {isPlaying || scene > 0 ? SCENES[Math.min(scene, SCENES.length - 1)] : SCENES.join(' ')}
        </p>
        <button type="button" className="promo-play" aria-label={label} onClick={handleClick}>
          <Icon aria-hidden="true" />
        </button>
        <div className="promo-time" aria-hidden="true">
          {SCENES.map((words, index) => (
            <span
              key={words}
              data-place={index < scene ? 'past' : index === scene && isPlaying ? 'now' : 'next'}
            />
          ))}
        </div>
      </div>
    </section>
  )
}
