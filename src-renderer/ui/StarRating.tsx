import type { CSSProperties } from 'react'

type StarSize = 'small' | 'medium' | 'large'

/** A rating to read: 0 to 5 in halves. */
export function StarRating({ value, size = 'medium' }: { value: number; size?: StarSize }) {
  return (
    <span
      className="stars"
      data-size={size}
      style={starFill(value)}
      role="img"
      aria-label={`Rated ${value} of 5`}
    />
  )
}

/** How much of the five stars is filled. */
export function starFill(value: number): CSSProperties {
  return { '--fill': `${value * 20}%` } as CSSProperties
}
