import { Handshake, Printer, Star } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { pagePath, pages } from '../../contract/pages.ts'
import { getReviewLink } from '../../contract/purchase-review.ts'
import { strings } from '../../contract/strings.ts'
import { toProblem } from '../api/problem.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { Facts } from '../features/payments/Facts.tsx'
import { MeetSeller } from '../features/payments/MeetSeller.tsx'
import { PriceLines } from '../features/payments/PriceLines.tsx'
import { purchasesApi } from '../features/purchases/purchases.api.ts'
import { platform } from '../platform/current.ts'
import { Breadcrumb } from '../ui/controls/Breadcrumb.tsx'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { DateText } from '../ui/controls/DateText.tsx'
import { EmptyState } from '../ui/controls/EmptyState.tsx'
import { ErrorState } from '../ui/controls/ErrorState.tsx'
import { Logo } from '../ui/controls/Logo.tsx'
import { Loading, Skeleton } from '../ui/controls/Skeleton.tsx'
import { PurchasedCar } from './PurchasedCar.tsx'

export function ReceiptPage() {
  const id = useParams().id ?? ''
  const {
    currentData: data,
    error,
    isFetching,
    refetch,
  } = purchasesApi.useGetPurchaseQuery({ params: { id } }, { refetchOnMountOrArgChange: true })
  usePageTitle(data && `Receipt for ${data.carName}`)

  if (error && toProblem(error).status === 404) return <NoReceipt title="We couldn’t find that purchase" />
  if (error && !data)
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) {
    return (
      <Loading>
        <Skeleton className="h-96 w-full max-w-160" />
      </Loading>
    )
  }
  if (data.transactionID === null) {
    return <NoReceipt title="This purchase isn’t paid yet" payPath={pages.payment.path.replace(':id', id)} />
  }
  const review = getReviewLink(data)
  const isPaidElsewhere = data.deposit?.state === 'paid-at-dealership'
  return (
    <div className="flex max-w-160 flex-col gap-6">
      <Breadcrumb
        items={[{ label: strings.menu.purchases, to: pages.purchases.path }, { label: 'Receipt' }]}
      />
      <Card className="flex flex-col gap-6 p-5 sm:p-8">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-h2">Receipt</h1>
          <p className="flex items-center gap-2 font-semibold text-muted">
            <Logo size={22} />
            Kerblight
          </p>
        </div>
        <PurchasedCar purchase={data} />
        <PriceLines purchase={data} />
        <Facts
          facts={[
            ['Paid', data.paidAt && <DateText key="at" at={data.paidAt} hasTime />],
            ['Paid by', isPaidElsewhere ? 'Card. The rest was recorded as paid at the dealership.' : 'Card'],
            ['Transaction ID', <code key="id">{data.transactionID}</code>],
            ['Buyer', `${data.buyerName}, ${data.buyerEmail}`],
            ['Buyer’s phone', data.buyerContact],
            ['Seller', [data.sellerName, data.sellerEmail].filter(Boolean).join(', ')],
            ['Seller’s phone', data.selllerContact],
            ['Meeting place', data.meetingPlace],
          ]}
        />
        {data.paid && (
          <div className="no-print">
            <MeetSeller purchase={data} />
          </div>
        )}
      </Card>
      <div className="no-print flex flex-wrap gap-3">
        <LinkButton to={pagePath('deal', { id })}>
          <Handshake aria-hidden="true" />
          See your deal
        </LinkButton>
        {platform.can.print && (
          <Button variant="secondary" onClick={() => platform.print()}>
            <Printer aria-hidden="true" />
            Print receipt
          </Button>
        )}
        {review && (
          <LinkButton variant="secondary" to={review.path}>
            <Star aria-hidden="true" />
            {review.label}
          </LinkButton>
        )}
        <LinkButton variant="secondary" to={pages.purchases.path}>
          Back to your list
        </LinkButton>
      </div>
    </div>
  )
}

function NoReceipt({ title, payPath }: { title: string; payPath?: string }) {
  return (
    <Card>
      <EmptyState
        as="h1"
        title={title}
        action={
          <>
            {payPath && <LinkButton to={payPath}>{strings.payment.payNow}</LinkButton>}
            <LinkButton variant="secondary" to={pages.purchases.path}>
              Back to your list
            </LinkButton>
          </>
        }
      />
    </Card>
  )
}
