import { siteName } from '../../../../contract/pages.ts'
import { writePdf, type PdfBlock } from '../../../core/pdf/write-pdf.ts'
import type { DocumentDetails } from '../../../sale/records/deal-document.repository.ts'
import type { Signature } from '../../../sale/records/deal-signature.repository.ts'
import type { DetailedDeal } from '../deal-list.repository.ts'
import { isCurrent } from './deal-documents.wire.ts'
import { TEXT_VERSION, type SaleDocument } from './sale-documents.ts'
import { utcTimes } from '../../../sale/deals/utc-times.ts'

interface Content {
  deal: Pick<DetailedDeal, 'purchaseId' | 'carName'>
  details: DocumentDetails
  documents: readonly SaleDocument[]
  signatures: readonly Signature[]
}

/** Writes the documents of a sale to a PDF file, each with its signatures and on a separate page. */
export function writeDocumentsPdf({ deal, details, documents, signatures }: Content): Promise<Buffer> {
  const [first, ...others] = documents.map((document) => ({
    title: document.title,
    subtitle: `${deal.carName} · Sale ${deal.purchaseId}`,
    blocks: [...toBlocks(document), ...toSignatureBlocks(details, signatures)],
  }))
  return writePdf({
    ...first!,
    fileTitle: `Sale documents: ${deal.carName}`,
    footer: `${siteName} · Sale ${deal.purchaseId} · Revision ${details.revision} · Text version ${TEXT_VERSION}`,
    createdAt: new Date(details.savedAt),
    blocks: [
      ...first!.blocks,
      ...others.flatMap(({ blocks, ...page }): PdfBlock[] => [{ kind: 'page', ...page }, ...blocks]),
    ],
  })
}

function toBlocks({ facts, paragraphs }: SaleDocument): PdfBlock[] {
  return [
    { kind: 'facts', rows: facts.map(({ label, value }) => [label, value] as const) },
    ...paragraphs.map((text): PdfBlock => ({ kind: 'text', text })),
  ]
}

const columns = [
  { label: 'Side', width: 0.14 },
  { label: 'Signed name', width: 0.34 },
  { label: 'Time', width: 0.3 },
  { label: 'Revision', width: 0.1 },
  { label: 'Text', width: 0.12 },
]

function toSignatureBlocks(details: DocumentDetails, signatures: readonly Signature[]): PdfBlock[] {
  return [
    { kind: 'heading', text: 'Signatures' },
    {
      kind: 'table',
      columns,
      rows: [
        ['Seller', ...toCells(details, signatures, 'seller')],
        ['Buyer', ...toCells(details, signatures, 'buyer')],
      ],
    },
    {
      kind: 'small',
      text: `Each side signs by typing their name while signed in to ${siteName}. The server records the time, the revision of the details, and the version of the text. If the seller changes the details, both sides have to sign again.`,
    },
  ]
}

function toCells(
  details: DocumentDetails,
  signatures: readonly Signature[],
  side: Signature['side'],
): string[] {
  const signature = signatures.find((one) => one.side === side && isCurrent(one, details))
  if (!signature) return ['Not signed yet', '', '', '']
  const { name, signedAt, revision, textVersion } = signature
  return [name, utcTimes.dayAndTime(signedAt), String(revision), textVersion]
}
