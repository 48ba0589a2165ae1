import { useId, type ComponentProps } from 'react'

interface ShapeProps extends ComponentProps<'svg'> {
  /** The URL of an image whose alpha channel is used. */
  src: string
}

/** Renders an image in the text color. */
export function Shape({ src, ...rest }: ShapeProps) {
  const id = useId()
  return (
    <svg {...rest}>
      <mask id={id} mask-type="alpha">
        <image href={src} width="100%" height="100%" />
      </mask>
      <rect width="100%" height="100%" fill="currentColor" mask={`url(#${id})`} />
    </svg>
  )
}
