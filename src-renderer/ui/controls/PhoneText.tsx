import type { ReactNode } from 'react'
import { phoneLink } from '../../../contract/phone-link.ts'
import { cx } from '../cx.ts'

interface PhoneTextProps {
  phone: string
  className?: string
  icon?: ReactNode
}

/** A number that is called by a press; what no phone can call is text. */
export function PhoneText({ phone, className, icon }: PhoneTextProps) {
  const href = phoneLink(phone)
  if (href === null)
    return (
      <span className={className}>
        {icon}
        {phone}
      </span>
    )
  return (
    <a href={href} className={cx('text-link', className)}>
      {icon}
      {phone}
    </a>
  )
}
