import { MailCheck, MailWarning } from 'lucide-react'
import { cx } from '../cx.ts'

/**
 * Shows whether an email address is confirmed. The wording avoids confusion with a seller's
 * verification.
 */
export function EmailStatus({ isConfirmed }: { isConfirmed: boolean }) {
  const Icon = isConfirmed ? MailCheck : MailWarning
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 align-middle text-tiny',
        isConfirmed ? 'text-subtle' : 'text-warning',
      )}
    >
      <Icon aria-hidden="true" className="size-4 flex-none" />
      {isConfirmed ? 'Email confirmed' : 'Email unconfirmed'}
    </span>
  )
}
