import { useState, type UIEvent } from 'react'
import { CarPhoto } from './CarPhoto.tsx'

interface CardPhotosProps {
  /** At least one photo. */
  photos: readonly string[]
  isEager: boolean
  /** The point of the first photo that stays visible when it is cropped. */
  focus: string | null
}

/** Shows a card's photos, which can be swiped on touch screens. All but the first load on touch. */
export function CardPhotos({ photos, isEager, focus }: CardPhotosProps) {
  const [isTouched, setTouched] = useState(false)
  const [place, setPlace] = useState(0)

  function handleScroll({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>) {
    setPlace(Math.round(scrollLeft / clientWidth))
  }

  return (
    <>
      <span
        className="card-photos"
        tabIndex={-1}
        onTouchStart={() => setTouched(true)}
        onScroll={handleScroll}
      >
        {photos.map((photo, index) => (
          <span key={photo}>
            {(index === 0 || isTouched) && (
              <CarPhoto
                src={photo}
                alt=""
                isEager={isEager && index === 0}
                focus={index === 0 ? focus : null}
              />
            )}
            {index === 0 && <Lamps photo={photo} />}
          </span>
        ))}
      </span>
      {(photos.length > 1 || !photos[0]) && (
        <span className="car-card-pill car-card-count">
          {photos[0] ? `${place + 1} of ${photos.length}` : 'No photo yet'}
        </span>
      )}
    </>
  )
}

/** A drawing of a car that drives to the left (`side`) or to the right (`flip`). */
const DRAWN = /^\/art\/cars\/([a-z]+)-.*-(side|flip)/

function Lamps({ photo }: { photo: string }) {
  const [, body, view] = DRAWN.exec(photo) ?? []
  if (!body) return null
  return (
    <span
      ref={(lamps) => {
        if (!lamps) return
        lamps.style.setProperty('--lamps', `url(/art/lamps/${body}.svg)`)
        lamps.style.scale = view === 'flip' ? '-1 1' : ''
      }}
      className="card-lamps"
    />
  )
}
