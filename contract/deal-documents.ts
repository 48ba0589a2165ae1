import * as z from 'zod'
import {
  id,
  isoTime,
  lineText,
  modified,
  oneOf,
  personName,
  requiredLine,
  createFieldCondition,
  text,
  wholeNumber,
  wholeNumberText,
} from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'
import { choiceFacts } from './cars/car-choices.ts'
import { numberFacts } from './cars/car-numbers.ts'
import type { DealState } from './deal-life.ts'

export const documentKinds = ['bill-of-sale', 'odometer', 'title', 'warranty'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentTitles: Record<DocumentKind, string> = {
  'bill-of-sale': 'Bill of sale',
  odometer: 'Odometer statement',
  title: 'Title information',
  warranty: 'Warranty',
}

const { options: titles, optionLabels: titleLabels } = choiceFacts.title
export const titleBrands = [...titles, 'unknown'] as const
export const titleBrandLabels: Record<(typeof titleBrands)[number], string> = {
  ...titleLabels,
  unknown: 'Unknown',
}

/** The three statements about a reading that federal odometer rules distinguish (49 CFR 580.5). */
export const odometerStatements = ['actual', 'exceeds-limits', 'not-actual'] as const
export const odometerStatementLabels: Record<(typeof odometerStatements)[number], string> = {
  actual: 'It is the actual mileage',
  'exceeds-limits': 'It exceeds the odometer’s limit',
  'not-actual': 'It is not the actual mileage',
}

export const warrantyKinds = ['as-is', 'warranty'] as const
export const warrantyKindLabels: Record<(typeof warrantyKinds)[number], string> = {
  'as-is': 'Sold as is, without a warranty',
  warranty: 'Sold with a warranty',
}

/** The states that let the seller change the details, and both sides sign. */
export const documentStates: readonly DealState[] = [
  'paid',
  'handover-agreed',
  'handed-over',
  'released',
  'closed',
  'problem',
]

/** The details that the seller enters for the documents. */
export const documentFacts = z
  .object({
    /** The odometer reading at the handover. */
    odometer: wholeNumber(0, numberFacts.mileage.max),
    odometerUnit: oneOf(numberFacts.mileage.units),
    odometerStatement: oneOf(odometerStatements),
    titleHolder: requiredLine(120, 'Enter the name on the title.'),
    titleNumber: lineText(40).default(''),
    titleState: lineText(40).default(''),
    titleBrand: oneOf(titleBrands),
    /** The lender with a lien on the car, or an empty string without a lien. */
    lienHolder: lineText(120).default(''),
    warranty: oneOf(warrantyKinds),
    warrantyText: text(3000).default(''),
  })
  .refine(({ warranty, warrantyText }) => warranty === 'as-is' || warrantyText.trim() !== '', {
    path: ['warrantyText'],
    when: createFieldCondition('warranty', 'warrantyText'),
    message: 'Describe the warranty: what it covers and for how long.',
  })

export const MAX_SIGNATURE_LENGTH = 120

export const signatureInput = z.object({
  /** The signer's full name, as typed. */
  name: personName(MAX_SIGNATURE_LENGTH, 'Type your full name.'),
  /** The revision and the text version that the signer saw. If either has changed, signing fails. */
  revision: z.number().int().min(1),
  textVersion: z.string().max(20),
})

const labeledValue = z.object({ label: z.string(), value: z.string() })

const saleDocument = z.object({
  kind: oneOf(documentKinds),
  title: z.string(),
  facts: z.array(labeledValue),
  paragraphs: z.array(z.string()),
})

const signature = z.object({
  side: z.enum(['buyer', 'seller']),
  name: z.string(),
  signedAt: isoTime,
  textVersion: z.string(),
  revision: z.number().int(),
  /** False if the documents have changed since. */
  isCurrent: z.boolean(),
})

const dealDocuments = z.object({
  /** The seller's details; null until the seller has entered them. */
  facts: documentFacts.nullable(),
  /** Number of times that the seller has saved the details; 0 if never. */
  revision: z.number().int(),
  /** The last revision that both sides have signed, or null. */
  signedRevision: z.number().int().nullable(),
  /** The version of the documents' wording. */
  textVersion: z.string(),
  /** The documents with the deal's data; empty until the seller has entered the details. */
  documents: z.array(saleDocument),
  signatures: z.array(signature),
  /** The listing that the buyer paid for next to the current one; `now` is null if nothing has changed. */
  listing: z.array(z.object({ label: z.string(), promised: z.string(), now: z.string().nullable() })),
})

export type DealDocuments = z.infer<typeof dealDocuments>
export type DocumentFacts = z.infer<typeof documentFacts>

const params = z.object({ purchaseID: id })
/** The revision to read. By default, it is the current one. */
const revisionQuery = z.object({ revision: wholeNumberText(1, 1_000_000).optional() })
const documentsSaved = modified.extend({ revision: z.number().int() })

export const documentEndpoints = {
  getDealDocuments: {
    summary: 'Get the documents of a sale, their signatures, and both the sold and the current listing',
    who: 'user',
    row: 'owner-or-admin',
    params,
    query: revisionQuery,
    output: dealDocuments,
    problems: ['not-found'],
    limit: 'R1',
  },
  setDealDocuments: {
    summary: 'Enter the details of the documents as the seller; changed documents have to be signed again',
    who: 'user',
    row: 'owner',
    params,
    body: documentFacts,
    output: documentsSaved,
    problems: ['not-found', 'deal-state', 'documents-signed'],
    limit: 'W1',
  },
  signDealDocuments: {
    summary: 'Sign the documents of a sale with a typed name',
    who: 'user',
    row: 'owner',
    params,
    body: signatureInput,
    output: modified,
    problems: ['not-found', 'deal-state', 'documents-changed', 'already-signed'],
    limit: 'W1',
  },
  getDealDocumentsFile: {
    summary: 'Download the documents of a sale as a PDF file',
    who: 'user',
    row: 'owner-or-admin',
    params,
    query: revisionQuery,
    output: z.string(),
    contentType: 'application/pdf',
    problems: ['not-found'],
    limit: 'R1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
