import { useSearchParams } from 'react-router-dom'
import type { PayoutAccountState } from '../../../contract/payouts.ts'
import { Notice } from '../../ui/controls/Notice.tsx'

/** Explains the outcome to a seller who returns from Stripe's pages. */
export function OnboardingNotice({ state }: { state: PayoutAccountState }) {
  const [search] = useSearchParams()
  const onboarding = search.get('onboarding')

  // An active account has no use for another link.
  if (onboarding === 'expired' && state !== 'active')
    return (
      <Notice tone="warning" isAlert title="That link has expired">
        <p>Stripe’s links work once, and only for a few minutes. Use the button below to get a new one.</p>
      </Notice>
    )
  if (onboarding !== 'done') return null
  if (state === 'active')
    return (
      <Notice tone="success" title="You’re all set">
        <p>Stripe has everything it needs from you.</p>
      </Notice>
    )
  if (state === 'rejected') return null
  return (
    <Notice title="You’re back from Stripe">
      <p>
        Stripe can take a moment to check what you entered. This page updates on its own, and we’ll notify you
        when you can receive payouts.
      </p>
    </Notice>
  )
}
