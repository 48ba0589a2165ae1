import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

interface CardProps extends ComponentProps<'div'> {
  /** It can be clicked as a whole: its border answers to the pointer. */
  isInteractive?: boolean
}

export function Card({ isInteractive, className, ...rest }: CardProps) {
  return <div {...rest} className={cx('card', className)} data-interactive={isInteractive || undefined} />
}
