import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

interface CardProps extends ComponentProps<'div'> {
  /** True if the whole card is clickable. Its border then reacts to the pointer. */
  isInteractive?: boolean
}

export function Card({ isInteractive, className, ...rest }: CardProps) {
  return <div {...rest} className={cx('card', className)} data-interactive={isInteractive || undefined} />
}
