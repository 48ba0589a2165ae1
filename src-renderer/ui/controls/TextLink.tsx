import { Link, type LinkProps } from 'react-router-dom'
import { cx } from '../cx.ts'

export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={cx('text-link', className)} />
}
