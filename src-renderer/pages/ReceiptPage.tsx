import { Printer } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { dayMonthYear } from '../../contract/dates.ts'
import { formatMoney } from '../../contract/money.ts'
import { pages } from '../../contract/pages.ts'
import { strings } from '../../contract/strings.ts'
import { toProblem } from '../api/problem.ts'
import { usePageTitle } from '../app/page-title.ts'
import { Facts } from '../features/payments/Facts.tsx'
import { purchasesApi } from '../features/purchases/purchases.api.ts'
import { platform } from '../platform/current.ts'
import { Breadcrumb } from '../ui/Breadcrumb.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Price } from '../ui/Price.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'

/** /dashboard/purchases/:id */
export function ReceiptPage() {
  const id = useParams().id ?? ''
  const {
    currentData: data,
    error,
    isFetching,
    refetch,
  } = purchasesApi.useGetPurchaseQuery({ params: { id } }, { refetchOnMountOrArgChange: true })
  usePageTitle(data && `Receipt for ${data.carName}`)

  if (error && toProblem(error).status === 404) return <NoReceipt title="There is no such purchase" />
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
    return <NoReceipt title="This purchase is not paid yet" payPath={pages.payment.path.replace(':id', id)} />
  }
  return (
    <div className="flex max-w-160 flex-col gap-6">
      <Breadcrumb
        items={[{ label: strings.menu.purchases, to: pages.purchases.path }, { label: 'Receipt' }]}
      />
      <Card className="flex flex-col gap-6 p-5 sm:p-8">
        <div className="flex flex-wrap items-baseline justify-between gap-3">
          <h1 className="text-h2">Receipt</h1>
          <p className="font-semibold text-muted">Kerblight</p>
        </div>
        {data.refundState !== 'none' && (
          <Notice tone="info">
            {data.refundState === 'pending'
              ? 'A refund of the whole amount is on its way.'
              : 'Refunded in full.'}
          </Notice>
        )}
        {data.refundState === 'none' && data.refundedMinor > 0 && (
          <Notice tone="info">{formatMoney(data.refundedMinor)} of it was refunded.</Notice>
        )}
        <p className="flex flex-wrap items-baseline justify-between gap-3 border-y border-line py-4 text-lead">
          <span className="min-w-0 font-bold wrap-anywhere">{data.carName}</span>
          <Price minor={data.priceMinor} className="text-h3 font-heavy" />
        </p>
        <Facts
          facts={[
            ['Transaction id', <code key="id">{data.transactionID}</code>],
            ['Paid on', data.paidAt && `${dayMonthYear(data.paidAt)} (UTC)`],
            ['Paid by', 'Card'],
            ['Buyer', `${data.buyerName}, ${data.buyerEmail}`],
            ['Buyer contact', data.buyerContact],
            ['Seller', data.sellerEmail],
            ['Seller’s number', data.selllerContact],
            ['Meeting place', data.meetingPlace],
          ]}
        />
      </Card>
      <div className="no-print flex flex-wrap gap-3">
        {platform.can.print && (
          <Button onClick={() => print()}>
            <Printer aria-hidden="true" />
            Print receipt
          </Button>
        )}
        <LinkButton variant="secondary" to={pages.purchases.path}>
          Back to my list
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
              Back to my list
            </LinkButton>
          </>
        }
      />
    </Card>
  )
}
