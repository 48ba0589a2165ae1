import { Notice } from '../ui/controls/Notice.tsx'
import { ConfirmEmail, useConfirmedToast } from './ConfirmEmail.tsx'
import { useMe } from './use-session.ts'

const TITLE = 'Confirm your email address'

interface UnprovenNoticeProps {
  /** What waits for the address to be confirmed: a sentence. */
  waits: string
  className?: string
}

/** For somebody who may not trade yet: what waits, and the way on. It goes by itself once the address is confirmed. */
export function UnprovenNotice({ waits, className }: UnprovenNoticeProps) {
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
