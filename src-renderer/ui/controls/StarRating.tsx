import type { ComponentProps } from 'react'

/** A rating to read: 0 to 5 in halves. */
export function StarRating({ value }: { value: number }) {
  return <Stars value={value} role="img" aria-label={`Rated ${value} of 5`} />
}

/** The picture alone: five outlines, filled as far as the value goes. */
export function Stars({ value, ...rest }: ComponentProps<'span'> & { value: number }) {
  return (
    <span {...rest} className="stars">
      <svg width={`${value * 20}%`} />
    </span>
  )
}
