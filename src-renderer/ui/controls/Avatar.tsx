import { useState } from 'react'
import { cx } from '../cx.ts'
import { NO_PHOTO } from '../no-photo.ts'

interface AvatarProps {
  src?: string | null | undefined
  /** The person's name, whose initials are shown if there is no photo. */
  name?: string | undefined
  /** Classes that set the size. */
  className?: string
}

/**
 * Renders a user's photo or initials. The image is decorative, because the name is next to it or on the
 * control around it.
 */
export function Avatar({ src, name, className = 'size-10' }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const isBroken = src === brokenSrc
  const letters = initials(name ?? '')

  return (
    <span className={cx('avatar', className)} aria-hidden="true">
      {src && !isBroken ? (
        <img src={src} alt="" loading="lazy" onError={() => setBrokenSrc(src)} />
      ) : letters ? (
        <span className="avatar-letters" data-letters={letters} />
      ) : (
        <img src={NO_PHOTO} alt="" />
      )}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase()
}
