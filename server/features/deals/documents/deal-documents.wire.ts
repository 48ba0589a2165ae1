import type { DealDocuments } from '../../../../contract/deal-documents.ts'
import type { DocumentDetails } from '../../../sale/records/deal-document.repository.ts'
import type { Signature } from '../../../sale/records/deal-signature.repository.ts'
import type { Comparison } from './listed-fields.ts'
import { TEXT_VERSION, type SaleDocument } from './sale-documents.ts'

/** The details, the documents, and the signatures of a deal. */
export interface SignedDocuments {
  details: DocumentDetails | null
  documents: SaleDocument[]
  signatures: Signature[]
  listing: Comparison[]
}

export function toWireDocuments({ details, documents, signatures, listing }: SignedDocuments): DealDocuments {
  return {
    facts: details?.facts ?? null,
    revision: details?.revision ?? 0,
    signedRevision: findSignedRevision(signatures),
    textVersion: TEXT_VERSION,
    documents: documents.map(({ kind, title, facts, paragraphs }) => ({ kind, title, facts, paragraphs })),
    signatures: signatures.map((signature) => ({
      side: signature.side,
      name: signature.name,
      signedAt: signature.signedAt,
      textVersion: signature.textVersion,
      revision: signature.revision,
      isCurrent: isCurrent(signature, details),
    })),
    listing: listing.map(({ label, promised, now }) => ({ label, promised, now })),
  }
}

/** Returns the last revision that both sides have signed with the same wording, or null. */
export function findSignedRevision(signatures: readonly Signature[]): number | null {
  const [bySeller, byBuyer] = (['seller', 'buyer'] as const).map((side) =>
    signatures.filter((one) => one.side === side),
  )
  const revisions = byBuyer!
    .filter((one) =>
      bySeller!.some((other) => other.revision === one.revision && other.textVersion === one.textVersion),
    )
    .map(({ revision }) => revision)
  return revisions.length > 0 ? Math.max(...revisions) : null
}

/** Reports whether a signature is on the current details and wording. */
export function isCurrent(
  { revision, textVersion }: Pick<Signature, 'revision' | 'textVersion'>,
  details: Pick<DocumentDetails, 'revision'> | null,
): boolean {
  return revision === details?.revision && textVersion === TEXT_VERSION
}
