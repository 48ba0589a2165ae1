import type { ReactNode } from 'react'
import { buildPhoneLink } from '../../../contract/phone-link.ts'
import { cx } from '../cx.ts'

interface PhoneTextProps {
  phone: string
  className?: string
  icon?: ReactNode
}

/** Renders a phone number as a link, or as plain text if it can't be dialed. */
export function PhoneText({ phone, className, icon }: PhoneTextProps) {
  const href = buildPhoneLink(phone)
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
