import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { calculateFee, formatFeeRate } from '../../../contract/fees.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { PayoutAccount } from '../../../contract/payouts.ts'
import { UnconfirmedNotice } from '../../session/UnconfirmedNotice.tsx'
import { useMe } from '../../session/use-session.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { ListError } from '../../ui/table/ListError.tsx'
import { describePayoutAccount } from './account-text.ts'
import { OnboardingNotice } from './OnboardingNotice.tsx'
import { PayoutLinkButton } from './PayoutLinkButton.tsx'
import { useGetPayoutAccountQuery, useRefreshPayoutAccountMutation } from './payouts.api.ts'

/** Shows whether Stripe can pay the user, the next step if it can't, and the user's fee and debt. */
export function PayoutAccountSection() {
  const query = useGetPayoutAccountQuery(undefined, { refetchOnMountOrArgChange: true })
  const { mayTrade } = useMe()
  useRefreshAfterOnboarding()
  const account = query.data

  if (!account)
    return (
      <div className="mb-6">
        {query.error ? (
          <ListError query={query} />
        ) : (
          <Loading label="Loading your payout account">
            <Skeleton className="h-44" />
          </Loading>
        )}
      </div>
    )
  return (
    <section aria-label="Your payout account" className="mb-6 flex flex-col gap-4">
      <OnboardingNotice state={account.state} />
      <UnconfirmedNotice waits="Until then, you can’t set up payouts." />
      <Card className="grid gap-6 p-5 sm:p-6 lg:grid-cols-[3fr_2fr]">
        <AccountState account={account} canContinue={mayTrade} />
        <Terms account={account} />
      </Card>
    </section>
  )
}

/** Refreshes the account when the user returns from Stripe's pages. If that fails, the last known state stays. */
function useRefreshAfterOnboarding() {
  const [search] = useSearchParams()
  const [refresh] = useRefreshPayoutAccountMutation()
  const isBack = search.get('onboarding') === 'done'
  useEffect(() => {
    if (isBack) void refresh()
  }, [isBack, refresh])
}

function AccountState({ account, canContinue }: { account: PayoutAccount; canContinue: boolean }) {
  const { label, tone, title, text, button } = describePayoutAccount(account)
  return (
    <div className="flex min-w-0 flex-col items-start gap-3">
      <Badge tone={tone}>{label}</Badge>
      <h2 className="text-h3 font-bold tracking-tight wrap-anywhere">{title}</h2>
      <p className="max-w-[60ch] text-muted">{text}</p>
      <Reasons reasons={account.reasons} />
      {button && canContinue && <PayoutLinkButton label={button} />}
    </div>
  )
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null
  return (
    <div>
      <p className="text-small font-semibold">From Stripe</p>
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-5 text-small">
        {reasons.map((reason) => (
          <li key={reason} className="wrap-anywhere">
            {reason}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The price of the example, in cents. */
const EXAMPLE = 2_490_000

function Terms({ account: { fee, debtMinor } }: { account: PayoutAccount }) {
  return (
    <dl className="flex min-w-0 flex-col gap-4 border-line max-lg:border-t max-lg:pt-5 lg:border-l lg:pl-6">
      <div>
        <dt className="text-small text-subtle">Your fee per sale</dt>
        <dd className="font-semibold">{formatFeeRate(fee)}</dd>
        <dd className="text-small text-muted">
          You get {formatMoney(EXAMPLE - calculateFee(EXAMPLE, fee))} of {formatMoney(EXAMPLE)}.
        </dd>
      </div>
      {debtMinor > 0 && (
        <div>
          <dt className="text-small text-subtle">You owe</dt>
          <dd className="font-semibold text-danger">{formatMoney(debtMinor)}</dd>
          <dd className="text-small text-muted">
            A buyer got money back after your payout. We deduct it from your next payouts.
          </dd>
        </div>
      )}
    </dl>
  )
}
