import { Notice } from '../ui/controls/Notice.tsx'
import { ConfirmEmail, useConfirmedToast } from './ConfirmEmail.tsx'
import { useMe } from './use-session.ts'

const TITLE = 'Confirm your email address'

interface UnconfirmedNoticeProps {
  /** A sentence about what is unavailable until the email address is confirmed. */
  waits: string
  className?: string
}

/**
 * Explains to a user who may not trade yet what is unavailable and how to continue. It disappears
 * once the email address is confirmed.
 */
export function UnconfirmedNotice({ waits, className }: UnconfirmedNoticeProps) {
  const { email, mayTrade } = useMe()
  useConfirmedToast(() => document.getElementById('main')?.focus({ preventScroll: true }))

  if (mayTrade) return null
  return (
    <section aria-label={TITLE} className={className}>
      <Notice tone="warning" title={TITLE}>
        <p>
          Open the link in our email to <b className="font-semibold wrap-anywhere">{email}</b>. {waits}
        </p>
        <ConfirmEmail />
      </Notice>
    </section>
  )
}
