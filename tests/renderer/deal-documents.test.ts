import { describe, expect, it } from 'vitest'
import { documentFacts, type DealDocuments, type DocumentFacts } from '../../contract/deal-documents.ts'
import { getInitialDocument, toDocumentFacts } from '../../src-renderer/features/deals/document-form.ts'
import { listDocuments, listSideSignatures } from '../../src-renderer/features/deals/document-signatures.ts'

const listed = { mileage: 38_000, mileageUnit: 'mi', sellerName: 'Sam Seller' }
const facts: DocumentFacts = {
  odometer: 38_020,
  odometerUnit: 'mi',
  odometerStatement: 'actual',
  titleHolder: 'Sam Seller',
  titleNumber: '',
  titleState: '',
  titleBrand: 'clean',
  lienHolder: '',
  warranty: 'warranty',
  warrantyText: 'The engine, for 90 days.',
}

describe('the form of the documents', () => {
  it('starts with the listed reading and the seller’s name', () => {
    expect(getInitialDocument(listed, null)).toMatchObject({
      odometer: 38_000,
      odometerUnit: 'mi',
      titleHolder: 'Sam Seller',
    })
    expect(getInitialDocument(listed, facts)).toBe(facts)
  })

  it('asks for every statement that only the seller can make', () => {
    const { error } = documentFacts.safeParse(getInitialDocument(listed, null))
    const paths = error!.issues.map(({ path }) => path[0])
    expect(paths).toEqual(['odometerStatement', 'titleBrand', 'warranty'])
  })

  it('omits the text of a warranty if the car is sold as is', () => {
    expect(toDocumentFacts(facts)).toBe(facts)
    expect(toDocumentFacts({ ...facts, warranty: 'as-is' }).warrantyText).toBe('')
  })
})

describe('the signatures', () => {
  type Signature = DealDocuments['signatures'][number]
  const signature: Signature = {
    side: 'seller',
    name: 'Sam Seller',
    signedAt: '2026-11-28T10:00:00.000Z',
    textVersion: '2026-11',
    revision: 1,
    isCurrent: false,
  }

  it('are missing, outdated, or current for each side', () => {
    const statesOf = (...signatures: Signature[]) =>
      listSideSignatures({ signatures }).map(({ state }) => state)
    expect(statesOf()).toEqual(['missing', 'missing'])
    expect(statesOf(signature)).toEqual(['missing', 'outdated'])
    expect(statesOf({ ...signature, isCurrent: true }, { ...signature, side: 'buyer' })).toEqual([
      'outdated',
      'signed',
    ])
  })

  it('include the newest signature of each side', () => {
    const newer = { ...signature, name: 'S. Seller', signedAt: '2026-11-29T10:00:00.000Z' }
    expect(listSideSignatures({ signatures: [newer, signature] })[1]!.signature).toBe(newer)
  })

  it('list the documents in a sentence', () => {
    expect(listDocuments([{ title: 'Bill of sale' }, { title: 'Odometer statement' }])).toBe(
      'the bill of sale and the odometer statement',
    )
  })
})
