import { Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { isAnswerable, disputeStateLabels, type Dispute } from '../../../contract/disputes.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Breadcrumb } from '../../ui/controls/Breadcrumb.tsx'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { isAbsent, RecordState } from '../../ui/controls/RecordState.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { isDense } from '../../ui/table/is-dense.ts'
import { DeadlineText } from './DeadlineText.tsx'
import { getDisputeReason, stateTones } from './dispute-labels.ts'
import { useGetDisputeQuery } from './disputes.api.ts'
import { EvidenceForm } from './EvidenceForm.tsx'

export function OneDispute({ id }: { id: string }) {
  const query = useGetDisputeQuery({ params: { id } }, { refetchOnMountOrArgChange: true })
  const dispute = query.data
  usePageTitle(dispute && formatDisputeTitle(dispute))

  if (!dispute || isAbsent(query))
    return <RecordState query={query} loading={<DisputeSkeleton />} absent={noSuchDispute} />
  return (
    <>
      {!isDense() && (
        <Breadcrumb
          items={[{ label: pages.disputes.title, to: pages.disputes.path }, { label: dispute.carName }]}
        />
      )}
      <PageHead
        title={formatDisputeTitle(dispute)}
        text={getDisputeReason(dispute).text}
        actions={
          <LinkButton variant="secondary" to={pagePath('deal', { id: dispute.purchaseID })}>
            Open deal
          </LinkButton>
        }
      />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <DisputeFacts dispute={dispute} />
        <EvidenceForm dispute={dispute} />
      </div>
    </>
  )
}

function formatDisputeTitle({ carName, amount }: Dispute): string {
  return `Dispute: ${carName}, ${formatMoney(amount)}`
}

function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { state, buyerName, sellerName, openedAt, closedAt, submittedAt } = dispute
  return (
    <Card className="flex flex-col gap-4 p-5 xl:sticky xl:top-24 xl:order-last">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <DeadlineText dispute={dispute} />
        <Badge tone={stateTones[state]}>{disputeStateLabels[state]}</Badge>
      </div>
      {isAnswerable(dispute) && (
        <div>
          <h2 className="text-small font-semibold tracking-normal">What the bank needs to see</h2>
          <p className="text-small text-muted">{getDisputeReason(dispute).advice}</p>
        </div>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-small">
        <Fact name="Buyer">{buyerName}</Fact>
        <Fact name="Seller">{sellerName}</Fact>
        <Fact name="Opened">
          <DateText at={openedAt} hasTime />
        </Fact>
        {submittedAt && (
          <Fact name="Submitted">
            <DateText at={submittedAt} hasTime />
          </Fact>
        )}
        {closedAt && (
          <Fact name="Closed">
            <DateText at={closedAt} hasTime />
          </Fact>
        )}
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

const noSuchDispute = {
  icon: <Scale />,
  title: 'We couldn’t find that dispute',
  text: 'The address is wrong.',
  back: { label: 'Back to disputes', to: pages.disputes.path },
}

function DisputeSkeleton() {
  return (
    <Loading label="Loading the dispute" className="flex flex-col gap-5">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-96" />
    </Loading>
  )
}
