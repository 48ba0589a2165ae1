import { Car as CarIcon } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../ui/cx.ts'

interface CarPictureProps {
  src: string
  alt: string
  /** Near the top of the page: loaded at once. */
  isEager?: boolean
  /** Shows all of the photo, where otherwise its edges may be cut a little. */
  isWhole?: boolean
  /** The point that its seller wants to see in the filled frame, such as `50 65`: percent from the left and the top. */
  focus?: string | null
  className?: string
}

/** A photo fills its frame of 4:3 if that cuts at most a ninth of it: between 5:4 and 3:2. */
const FILLING = { from: 1.2, to: 1.52 }

/** A car's picture in 4:3; where there is none, or it does not load, an outline in its place. */
export function CarPicture({
  src,
  alt,
  isEager = false,
  isWhole = false,
  focus,
  className,
}: CarPictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const [ratio, setRatio] = useState(4 / 3)
  const measure = ({ naturalWidth, naturalHeight }: HTMLImageElement) =>
    naturalHeight > 0 && setRatio(naturalWidth / naturalHeight)

  function prepare(image: HTMLImageElement | null) {
    if (!image) return
    // Not in its markup, where the policy for styles refuses it.
    image.style.objectPosition = focus ? focus.replace(' ', '% ') + '%' : ''
    if (image.complete) measure(image)
  }

  if (!src || src === brokenSrc) {
    return (
      <span
        role="img"
        aria-label={`${alt}: no photo`}
        className={cx('grid aspect-4/3 w-full place-items-center bg-sunken text-subtle', className)}
      >
        <CarIcon aria-hidden="true" className="size-11" />
      </span>
    )
  }
  const isBlurred = isWhole ? ratio !== 4 / 3 : !focus && (ratio < FILLING.from || ratio > FILLING.to)
  return (
    <span className={cx('photo-frame', className)}>
      {isBlurred && <img src={src} alt="" aria-hidden="true" className="photo-blur" />}
      <img
        ref={prepare}
        src={src}
        alt={alt}
        width={800}
        height={600}
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isEager ? 'high' : 'auto'}
        decoding="async"
        data-whole={isBlurred || undefined}
        onLoad={({ currentTarget }) => measure(currentTarget)}
        onError={() => setBrokenSrc(src)}
      />
    </span>
  )
}
