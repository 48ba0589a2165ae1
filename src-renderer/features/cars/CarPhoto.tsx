import { Car as CarIcon } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../ui/cx.ts'

interface CarPhotoProps {
  src: string
  alt: string
  /** True to load the photo without lazy loading, near the top of the page. */
  isEager?: boolean
  /** True to show the whole photo. Otherwise, its edges may be cropped slightly. */
  isUncropped?: boolean
  /**
   * The point to keep visible when the photo is cropped, such as `50 65`: percent from the left and the top.
   */
  focus?: string | null
  className?: string
}

/** The largest fraction of a photo that may be cropped: a ninth, the loss when 3:2 fills 4:3. */
const MAX_CROPPED_SHARE = 0.112

/** Shows a car's photo in 4:3, or an outline if the photo is missing or fails to load. */
export function CarPhoto({
  src,
  alt,
  isEager = false,
  isUncropped = false,
  focus,
  className,
}: CarPhotoProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const [cut, setCut] = useState(0)

  function measure({ naturalWidth, naturalHeight, clientWidth, clientHeight }: HTMLImageElement) {
    const ratio = (naturalWidth / naturalHeight) * (clientHeight / clientWidth || 3 / 4)
    if (naturalHeight > 0) setCut(1 - Math.min(ratio, 1 / ratio))
  }

  function prepare(image: HTMLImageElement | null) {
    if (!image) return
    // Set by script, because the content security policy blocks style attributes.
    image.style.objectPosition = focus ? focus.replace(' ', '% ') + '%' : ''
    if (image.complete) measure(image)
  }

  if (!src || src === brokenSrc) {
    return (
      <span
        role="img"
        aria-label={`${alt}: ${src ? 'the photo is missing' : 'no photo'}`}
        className={cx('grid aspect-4/3 w-full place-items-center bg-sunken text-subtle', className)}
      >
        <CarIcon aria-hidden="true" className="size-11" />
        {src && isUncropped && <span className="text-small">This photo is missing.</span>}
      </span>
    )
  }
  const isBlurred = cut > (isUncropped ? 0.01 : MAX_CROPPED_SHARE) && !(focus && !isUncropped)
  return (
    <span className={cx('photo-frame block w-full overflow-hidden bg-sunken', className)}>
      {isBlurred && (
        <img
          src={src}
          alt=""
          aria-hidden="true"
          className="photo-blur absolute inset-0 size-full object-cover"
        />
      )}
      <img
        ref={prepare}
        src={src}
        alt={alt}
        width={800}
        height={600}
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isEager ? 'high' : 'auto'}
        decoding="async"
        className={cx('relative size-full', isBlurred ? 'object-contain' : 'object-cover')}
        onLoad={({ currentTarget }) => measure(currentTarget)}
        onError={() => setBrokenSrc(src)}
      />
    </span>
  )
}
