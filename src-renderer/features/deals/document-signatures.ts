import { documentStates, type DealDocuments } from '../../../contract/deal-documents.ts'
import type { Deal } from '../../../contract/deals.ts'

type Side = 'buyer' | 'seller'

export interface SideSignature {
  side: Side
  /** `outdated`: the side signed, but the documents have changed since. */
  state: 'signed' | 'outdated' | 'missing'
  /** The typed name and the time of the newest signature, or null if the side has not signed. */
  signature: DealDocuments['signatures'][number] | null
}

/** Returns the state of both sides' signatures, the buyer's first. */
export function listSideSignatures({ signatures }: Pick<DealDocuments, 'signatures'>): SideSignature[] {
  return (['buyer', 'seller'] as const).map((side) => {
    const own = signatures.filter((signature) => signature.side === side)
    const signature = own.find(({ isCurrent }) => isCurrent) ?? newestOf(own)
    return { side, state: toSignatureState(signature), signature }
  })
}

function newestOf(signatures: DealDocuments['signatures']) {
  return signatures.toSorted((a, b) => a.signedAt.localeCompare(b.signedAt)).at(-1) ?? null
}

function toSignatureState(signature: SideSignature['signature']): SideSignature['state'] {
  if (!signature) return 'missing'
  return signature.isCurrent ? 'signed' : 'outdated'
}

/** Reports whether documents can be changed and signed: the sale has not been undone or disputed. */
export function areDocumentsOpen({ state }: Pick<Deal, 'state'>): boolean {
  return documentStates.includes(state)
}

/** Identifies the wording and the details that a signer sees. */
export function getDocumentVersion({
  revision,
  textVersion,
}: Pick<DealDocuments, 'revision' | 'textVersion'>): string {
  return `${revision} ${textVersion}`
}

const list = new Intl.ListFormat('en-US')

/** Lists the documents as in `the bill of sale and the warranty`. */
export function listDocuments(documents: readonly { title: string }[]): string {
  return list.format(documents.map(({ title }) => `the ${title.charAt(0).toLowerCase()}${title.slice(1)}`))
}
