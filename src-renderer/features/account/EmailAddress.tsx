import { BadgeCheck, MailWarning } from 'lucide-react'
import { useRef } from 'react'
import { ConfirmEmail, useConfirmedToast } from '../../session/ConfirmEmail.tsx'
import { useMe } from '../../session/use-session.ts'
import { Badge } from '../../ui/Badge.tsx'

/** The address that one signs in with, and the way to confirm it. */
export function EmailAddress() {
  const me = useMe()
  const address = useRef<HTMLParagraphElement>(null)
  useConfirmedToast(() => address.current?.focus())

  return (
    <div className="flex flex-col items-start gap-4">
      <p ref={address} tabIndex={-1} className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 font-semibold wrap-anywhere">{me.email}</span>
        {me.emailVerified ? (
          <Badge tone="success">
            <BadgeCheck aria-hidden="true" className="size-4" />
            Confirmed
          </Badge>
        ) : (
          <Badge tone="warning">
            <MailWarning aria-hidden="true" className="size-4" />
            Not confirmed
          </Badge>
        )}
      </p>
      {!me.emailVerified && (
        <>
          <p className="text-muted">
            {me.mayTrade
              ? 'We emailed you a link. Open it to confirm this address so we can send receipts and updates.'
              : 'We emailed you a link. Open it to confirm this address. Until then, you can’t list, edit, or pay for cars, no one can see how to reach you, and we hold back other emails.'}
          </p>
          <ConfirmEmail />
        </>
      )}
    </div>
  )
}
