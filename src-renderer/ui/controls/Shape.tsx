import { useId, type ComponentProps } from 'react'

interface ShapeProps extends ComponentProps<'svg'> {
  src: string
}

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
