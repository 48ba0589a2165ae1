import type { ComponentProps } from 'react'

export function StarRating({ value }: { value: number }) {
  return <Stars value={value} role="img" aria-label={`Rated ${value} of 5`} />
}

/** Renders five outlines, filled in proportion to the value. */
export function Stars({ value, ...rest }: ComponentProps<'span'> & { value: number }) {
  return (
    <span {...rest} className="stars">
      <svg width={`${value * 20}%`} />
    </span>
  )
}
