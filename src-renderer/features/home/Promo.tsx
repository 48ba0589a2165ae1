import { Pause, Play, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'

const SCENES = ['Find it.', 'Know its price.', 'Pay by card.', 'Get the keys.']
const SCENE_MS = 3000

/**
 * Shows our short film in four drawn scenes. It plays on request, and its text can be read without playing
 * it.
 */
export function Promo() {
  const [isPlaying, setPlaying] = useState(false)
  const [scene, setScene] = useState(0)
  const isOver = scene === SCENES.length
  const isStarted = isPlaying || scene > 0
  const shown = Math.min(scene, SCENES.length - 1)

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
    ? (['Pause video', Pause] as const)
    : isOver
      ? (['Replay video', RotateCcw] as const)
      : (['Play video', Play] as const)

  return (
    <section aria-labelledby="promo-title" className="flex flex-col">
      <h2 id="promo-title" className="text-h2">
        Kerblight in 12 seconds
      </h2>
      <div className="promo mt-4" data-playing={isPlaying} data-started={isStarted}>
        {SCENES.map((words, index) => (
          <img
            key={words}
            src={`/art/film/${index + 1}.svg`}
            alt=""
            width={640}
            height={320}
            loading="lazy"
            className="promo-beat"
            data-place={index < shown ? 'past' : index === shown ? 'now' : 'next'}
          />
        ))}
        <p className="promo-words" aria-live="polite">
          {isStarted ? SCENES[shown] : SCENES.join(' ')}
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
