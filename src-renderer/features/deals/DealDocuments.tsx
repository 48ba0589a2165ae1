import { FilePen } from 'lucide-react'
import { useState } from 'react'
import type { DealDocuments as Documents } from '../../../contract/deal-documents.ts'
import type { Deal } from '../../../contract/deals.ts'
import { useMe } from '../../session/use-session.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { ErrorState } from '../../ui/controls/ErrorState.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { useUnsavedInput } from '../../ui/form/use-unsaved-input.ts'
import { useGetDealDocumentsQuery } from './deal.api.ts'
import { DealSection } from './DealSection.tsx'
import type { DocumentFormInput } from './document-form.ts'
import { areDocumentsOpen, listSideSignatures } from './document-signatures.ts'
import { DocumentForm } from './DocumentForm.tsx'
import { DownloadDocuments } from './DownloadDocuments.tsx'
import { PromisedAndNow } from './PromisedAndNow.tsx'
import { SaleDocuments } from './SaleDocuments.tsx'
import { Signatures } from './Signatures.tsx'
import { SignDocuments } from './SignDocuments.tsx'
import './documents.css'

/** Shows the documents of a sale, and the listing that the buyer paid for. */
export function DealDocuments({ deal }: { deal: Deal }) {
  const { purchaseID } = deal
  const query = useGetDealDocumentsQuery({ params: { purchaseID } }, { refetchOnMountOrArgChange: true })
  const { data: documents, error, refetch, isFetching } = query
  if (!documents)
    return (
      <DealSection title="Documents">
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Loading label="Loading the documents" className="flex flex-col gap-2">
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </Loading>
        )}
      </DealSection>
    )
  return (
    <>
      <Documents deal={deal} documents={documents} reload={refetch} />
      <PromisedAndNow listing={documents.listing} />
    </>
  )
}

interface DocumentsProps {
  deal: Deal
  documents: Documents
  reload: () => Promise<unknown>
}

function Documents({ deal, documents, reload }: DocumentsProps) {
  const [isEditing, setEditing] = useState(false)
  const unsaved = useUnsavedInput<DocumentFormInput>(`deal-documents.${useMe()._id}.${deal.purchaseID}`)
  const isOpen = areDocumentsOpen(deal)
  const { revision, signedRevision } = documents
  const isFinal = deal.releasedAt !== null && signedRevision === revision
  const canEdit = deal.role === 'seller' && isOpen && !isFinal && unsaved.isRead
  const isPrepared = revision > 0
  if (!isPrepared && !isOpen) return null

  if (canEdit && (isEditing || unsaved.found))
    return (
      <DealSection title="Documents">
        <DocumentForm
          {...{ deal, documents, unsaved }}
          onSaved={async () => {
            await reload()
            setEditing(false)
          }}
          onCancel={() => setEditing(false)}
        />
      </DealSection>
    )
  return (
    <DealSection title="Documents">
      {isPrepared ? (
        <Prepared deal={deal} documents={documents} />
      ) : (
        <p className="text-muted wrap-anywhere">{describeStart(deal)}</p>
      )}
      {signedRevision !== null && signedRevision !== revision && (
        <Notice title="Both sides signed an earlier version">
          <p>The seller has changed the documents since. The signed version stays as it was.</p>
          <div className="no-print">
            <DownloadDocuments
              purchaseID={deal.purchaseID}
              revision={signedRevision}
              label="Download the signed version"
            />
          </div>
        </Notice>
      )}
      <div className="no-print flex flex-wrap gap-3 empty:hidden max-sm:*:w-full">
        {isPrepared && <DownloadDocuments purchaseID={deal.purchaseID} />}
        {canEdit && (
          <Button variant={isPrepared ? 'secondary' : 'primary'} onClick={() => setEditing(true)}>
            <FilePen aria-hidden="true" />
            {isPrepared ? 'Change the details' : 'Prepare the documents'}
          </Button>
        )}
      </div>
      <p className="no-print text-small text-muted">
        Your state may require forms of its own, such as a transfer of the title.
      </p>
    </DealSection>
  )
}

function Prepared({ deal, documents }: Omit<DocumentsProps, 'reload'>) {
  const sides = listSideSignatures(documents)
  const own = sides.find(({ side }) => side === deal.role)
  const isComplete = sides.every(({ state }) => state === 'signed')
  return (
    <>
      {isComplete && (
        <p>
          <Badge tone="success">Signed by both</Badge>
        </p>
      )}
      <SaleDocuments documents={documents.documents} />
      <Signatures deal={deal} sides={sides} />
      {own && own.state !== 'signed' && areDocumentsOpen(deal) && (
        <SignDocuments deal={deal} documents={documents} />
      )}
    </>
  )
}

function describeStart({ role, buyerName, sellerName }: Deal): string {
  const documents = 'the bill of sale, the odometer statement, the title information, and the warranty terms'
  if (role === 'seller')
    return `Enter the details once. We write ${documents}, and you and ${buyerName} sign them here.`
  if (role === 'buyer')
    return `Once ${sellerName} has entered the details, you can read and sign ${documents} here.`
  return `${sellerName} hasn’t entered the details of the documents yet.`
}
