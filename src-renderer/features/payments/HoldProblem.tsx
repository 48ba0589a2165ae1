import type { ReactNode } from 'react'
import { formatMoney } from '../../../contract/money.ts'
import { pages } from '../../../contract/pages.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { toProblem, type ApiProblem } from '../../api/problem.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { Notice } from '../../ui/controls/Notice.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { purchasesApi } from '../purchases/purchases.api.ts'

interface HoldProblemProps {
  problem: ApiProblem
  purchase: Purchase
  onRetry: () => void
  onChanged: () => void
}

export function HoldProblem(props: HoldProblemProps) {
  const { problem, onRetry, onChanged } = props
  const retryButton = <RetryButton onClick={onRetry}>Try again</RetryButton>

  switch (problem.code) {
    case 'price-changed':
      return <NewPrice {...props} />
    case 'deposit-changed':
      return (
        <Stopped
          title={problem.message}
          actions={<RetryButton onClick={() => (onChanged(), onRetry())}>Continue</RetryButton>}
        >
          You weren’t charged.
        </Stopped>
      )
    case 'car-reserved':
      return (
        <Stopped title="Another buyer has reserved this car or is paying for it" actions={retryButton}>
          If they don’t buy it, it opens up again. It stays on your list.
        </Stopped>
      )
    case 'seller-unproven':
      return (
        <Stopped title="This car can’t be paid for yet" actions={retryButton}>
          The seller hasn’t confirmed their email yet. The car stays on your list, and you weren’t charged.
        </Stopped>
      )
    case 'seller-not-payable':
      return (
        <Stopped title="This car can’t be paid for yet" actions={retryButton}>
          The seller hasn’t set up payouts yet. The car stays on your list, and you weren’t charged.
        </Stopped>
      )
    case 'hold-expired':
      return (
        <Stopped title={problem.message} actions={retryButton}>
          {tryAgainAt(problem)}
          You weren’t charged.
        </Stopped>
      )
    case 'quota-exceeded':
      return (
        <Stopped title="You’ve reserved as many cars as you can" actions={retryButton}>
          {problem.message} You’ll find your reservations in your list. You weren’t charged.
        </Stopped>
      )
    case 'reservation-over':
      return (
        <Stopped
          title="Your reservation has ended"
          actions={<RetryButton onClick={() => (onChanged(), onRetry())}>Check again</RetryButton>}
        >
          We’re refunding your deposit in full, and you weren’t charged for the rest. Until another buyer
          takes the car, you can buy it at the full price.
        </Stopped>
      )
    case 'holds-paused':
      return (
        <Stopped title="First-time buyers can’t hold this car right now" actions={retryButton}>
          {`${problem.message} `}
          {tryAgainAt(problem)}
          You weren’t charged.
        </Stopped>
      )
    case 'car-sold':
      return <CarUnavailable />
    case 'price-not-payable':
      return <NotPayable reason={problem.message} />
    case 'already-paid':
    case 'payment-in-progress':
      return (
        <Stopped
          title={problem.message}
          actions={<RetryButton onClick={() => (onChanged(), onRetry())}>Check again</RetryButton>}
        >
          You may have paid in another tab. You won’t be charged twice.
        </Stopped>
      )
    default:
      return (
        <Stopped title={problem.message} actions={retryButton}>
          You weren’t charged.
        </Stopped>
      )
  }
}

function tryAgainAt({ facts }: ApiProblem): string {
  return typeof facts?.again === 'string' ? `You can try again at ${formatMoment(facts.again)}. ` : ''
}

export function CarUnavailable() {
  return (
    <Stopped
      title="This car is no longer available"
      actions={
        <LinkButton size="small" to={pages.search.path}>
          See other cars
        </LinkButton>
      }
    >
      Someone else bought it first, or the seller took it down. You weren’t charged.
    </Stopped>
  )
}

export function NotPayable({ reason }: { reason: string }) {
  return (
    <Stopped title="This car can’t be paid for online">
      {reason} Contact the seller. It stays on your list, and you weren’t charged.
    </Stopped>
  )
}

function NewPrice({ problem, purchase, onRetry, onChanged }: HoldProblemProps) {
  const [acceptPrice, { isLoading }] = purchasesApi.useAcceptPriceMutation()
  const { sellingPrice, priceMinor } = problem.facts ?? {}
  if (typeof sellingPrice !== 'string' || typeof priceMinor !== 'number')
    return <NotPayable reason={problem.message} />

  async function handleAccept() {
    try {
      await acceptPrice({
        params: { id: purchase._id },
        body: { sellingPrice: String(sellingPrice) },
      }).unwrap()
      // Fetching the purchase again shows the new price and starts a new hold.
      onChanged()
    } catch (error) {
      toast.error(toProblem(error).message)
      onRetry()
    }
  }

  return (
    <Stopped
      title="The price has changed"
      actions={
        <RetryButton isLoading={isLoading} onClick={() => void handleAccept()}>
          Accept {formatMoney(priceMinor)}
        </RetryButton>
      }
    >
      {`It’s now ${formatMoney(priceMinor)}`}
      {purchase.priceMinor !== null && `. It was ${formatMoney(purchase.priceMinor)} when you added it`}. You
      weren’t charged.
    </Stopped>
  )
}

interface StoppedProps {
  title: string
  children: ReactNode
  actions?: ReactNode
}

function Stopped({ title, children, actions }: StoppedProps) {
  return (
    <Notice tone="warning" isAlert title={title}>
      <p>{children}</p>
      <div className="flex flex-wrap gap-3">
        {actions}
        <LinkButton size="small" variant="secondary" to={pages.purchases.path}>
          Back to your list
        </LinkButton>
      </div>
    </Notice>
  )
}

interface RetryButtonProps {
  onClick: () => void
  isLoading?: boolean
  children: ReactNode
}

function RetryButton({ onClick, isLoading = false, children }: RetryButtonProps) {
  return (
    <Button size="small" loading={isLoading} onClick={onClick}>
      {children}
    </Button>
  )
}
