import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { isBeforeHandover } from '../../../contract/deal-life.ts'
import { describeNextStep } from '../../../contract/deal-next-step.ts'
import type { Deal } from '../../../contract/deals.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { getServerTime } from '../../api/server-clock.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { Price } from '../../ui/controls/Price.tsx'
import { DealSteps } from './DealSteps.tsx'
import { dealTones, isPayoutBlocked, getDealStateLabel } from './deal-progress.ts'
import { readerTimes } from './handover-times.ts'

export function DealHead({ deal, photo }: { deal: Deal; photo: ReactNode }) {
  const { carID, carName, state, amount, paidElsewhereMinor, refundedMinor, role } = deal
  const { title, text } = describeNextStep(deal, getServerTime(), readerTimes)
  return (
    <section aria-label="Deal" className="card flex flex-col gap-5 p-5 compact:gap-4 compact:p-4">
      <div className="flex gap-4">
        <div className="w-24 flex-none sm:w-36">{photo}</div>
        <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
          <Link
            to={pagePath('car', { id: carID })}
            className="max-w-full rounded-badge text-lead font-bold wrap-anywhere hover:underline"
          >
            {carName}
          </Link>
          <p className="text-h3 font-heavy">
            <Price minor={amount + paidElsewhereMinor} />
          </p>
          {paidElsewhereMinor > 0 && (
            <p className="text-small text-muted">
              {formatMoney(amount)} by card, {formatMoney(paidElsewhereMinor)} recorded as paid at the
              dealership
            </p>
          )}
          <Badge tone={dealTones[state]}>{getDealStateLabel(deal)}</Badge>
          {refundedMinor > 0 && state !== 'refunded' && (
            <p className="text-small text-muted">{formatMoney(refundedMinor)} refunded to the buyer</p>
          )}
        </div>
      </div>
      {state !== 'refunded' && <DealSteps deal={deal} />}
      <div role="status" className="deal-next" data-tone={dealTones[state]}>
        <p className="font-bold wrap-anywhere">{title}</p>
        <p className="wrap-anywhere">{text}</p>
      </div>
      {role === 'buyer' && isBeforeHandover(deal) && (
        <p className="text-small text-muted">We hold your money until the handover is confirmed.</p>
      )}
      {role === 'admin' && state === 'disputed' && (
        <LinkButton to={pages.disputes.path} className="self-start">
          See disputes
        </LinkButton>
      )}
      {role === 'seller' && isPayoutBlocked(deal) && (
        <Notice tone="warning" title="Set up payouts to get paid">
          <p>We can’t send your money until Stripe knows your bank account.</p>
          <div>
            <LinkButton size="small" to={pages.payouts.path}>
              Set up payouts
            </LinkButton>
          </div>
        </Notice>
      )}
    </section>
  )
}
