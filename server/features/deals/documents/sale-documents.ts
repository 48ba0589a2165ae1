import { sellerFields } from '../../../../contract/cars/seller-fields.ts'
import { formatMarkLines, summarizeMarks } from '../../../../contract/cars/marks.ts'
import { formatMileage } from '../../../../contract/cars/mileage.ts'
import {
  documentKinds,
  documentTitles,
  odometerStatementLabels,
  titleBrandLabels,
  warrantyKindLabels,
  type DocumentFacts,
  type DocumentKind,
} from '../../../../contract/deal-documents.ts'
import { formatAmountWithCurrency } from '../../../../contract/money.ts'
import { siteName } from '../../../../contract/pages.ts'
import { RETURN_HOURS } from '../../../../contract/return-period.ts'
import type { SoldListing } from '../../../sale/records/deal.repository.ts'
import type { Payment } from '../../../sale/records/payment.repository.ts'
import type { DocumentDetails } from '../../../sale/records/deal-document.repository.ts'
import { offersReturn } from '../../../sale/deals/return-period.ts'
import { describeField, readListedMarks, NOT_STATED } from './listed-fields.ts'
import { utcTimes } from '../../../sale/deals/utc-times.ts'

/** The version of the wording. Change it with every change to a text in this file: old signatures then no longer apply. */
export const TEXT_VERSION = '2026-11b'

export interface SaleDocument {
  kind: DocumentKind
  title: string
  facts: { label: string; value: string }[]
  paragraphs: string[]
}

/** The parts of a deal that its documents name. */
export interface DocumentedDeal {
  carName: string
  listing: SoldListing
  /** The amounts paid by card and at the dealership, in cents. */
  amount: number
  paidElsewhere: number
  payments: readonly CardPayment[]
}

type CardPayment = Pick<Payment, 'amount' | 'paidAt' | 'intentId'>
type Fact = [label: string, value: string]
type Content = Pick<SaleDocument, 'paragraphs'> & { facts: Fact[] }

/** Writes the documents of a sale from the deal's data and the seller's details. */
export function writeDocuments(deal: DocumentedDeal, details: DocumentDetails): SaleDocument[] {
  return documentKinds.map((kind) => {
    const { facts, paragraphs } = writers[kind](deal, details)
    const car: Fact[] = [
      ['Car', deal.carName],
      ['VIN', listed(deal, 'vin')],
      ['Seller', details.sellerName],
      ['Buyer', details.buyerName],
    ]
    return {
      kind,
      title: documentTitles[kind],
      facts: [...car, ...facts].map(([label, value]) => ({ label, value })),
      paragraphs,
    }
  })
}

const writers: Record<DocumentKind, (deal: DocumentedDeal, details: DocumentDetails) => Content> = {
  'bill-of-sale': writeBillOfSale,
  odometer: (deal, { facts }) => writeOdometerStatement(deal, facts),
  title: (_deal, details) => writeTitleInformation(details),
  warranty: (deal, { facts }) => writeWarranty(deal, facts),
}

function writeBillOfSale(deal: DocumentedDeal, { facts }: DocumentDetails): Content {
  const { amount, paidElsewhere, payments } = deal
  const price = formatAmountWithCurrency(amount + paidElsewhere)
  const elsewhere = formatAmountWithCurrency(paidElsewhere)
  return {
    facts: [
      ['Model year', listed(deal, 'year')],
      ['Color', listed(deal, 'color')],
      ['Odometer reading', formatOdometer(facts)],
      ['Price', price],
      ...payments.map((payment): Fact => ['Paid by card', describePayment(payment)]),
      ...(paidElsewhere > 0 ? [['Paid at the dealership', elsewhere] as Fact] : []),
    ],
    paragraphs: [
      `The seller sells the car named above to the buyer for ${price}. Ownership passes to the buyer when the seller hands the car over.`,
      `The buyer paid ${formatAmountWithCurrency(amount)} by card through ${siteName}, which releases the money to the seller after the handover.${paidElsewhere > 0 ? ` The seller has recorded that the buyer paid ${elsewhere} at the dealership.` : ''}`,
      ...listMarks(deal),
      'Some states require a bill of sale on their own form or before a notary. The motor vehicle agency of the state where the car will be registered says what it requires.',
    ],
  }
}

function describePayment({ amount, paidAt, intentId }: CardPayment): string {
  return `${formatAmountWithCurrency(amount)} on ${utcTimes.dayAndTime(paidAt)}, transaction ${intentId}`
}

function writeOdometerStatement(deal: DocumentedDeal, facts: DocumentFacts): Content {
  return {
    facts: [
      ['Odometer reading', formatOdometer(facts)],
      ['Statement', odometerStatementLabels[facts.odometerStatement]],
      ['Reading in the listing', listed(deal, 'mileage')],
    ],
    paragraphs: [
      `The seller states that the odometer of the car shows ${formatOdometer(facts)} at the handover.`,
      odometerTexts[facts.odometerStatement],
      'Federal law requires the seller of most cars to state the mileage in writing when ownership passes. A seller who makes no statement or a false one may be fined or imprisoned.',
      'The official mileage statement belongs on the title or on the form of the state. This statement does not replace it.',
    ],
  }
}

const odometerTexts: Record<DocumentFacts['odometerStatement'], string> = {
  actual:
    'To the best of the seller’s knowledge, the reading is the distance that the car has actually traveled.',
  'exceeds-limits':
    'To the best of the seller’s knowledge, the odometer has passed its highest reading and started over. The car has therefore traveled farther than the reading shows.',
  'not-actual':
    'The seller states that the reading is not the distance that the car has actually traveled and must not be relied on. Warning: the odometer reading is wrong.',
}

function writeTitleInformation({ facts, sellerName }: DocumentDetails): Content {
  const { titleHolder, titleNumber, titleState, titleBrand, lienHolder } = facts
  const isOtherHolder = normalize(titleHolder) !== normalize(sellerName)
  return {
    facts: [
      ['Name on the title', titleHolder],
      ['Title number', titleNumber || NOT_STATED],
      ['State that issued the title', titleState || NOT_STATED],
      ['Title status', titleBrandLabels[titleBrand]],
      ['Lien', lienHolder || 'None, as stated by the seller'],
    ],
    paragraphs: [
      ...(isOtherHolder
        ? [
            `The title is in the name of ${titleHolder}, and the seller’s name is ${sellerName}. Ask the seller for proof that they may sell the car before you accept it.`,
          ]
        : []),
      brandTexts[titleBrand],
      lienHolder
        ? `The seller states that ${lienHolder} has a lien on the car. A lien secures a debt: until the debt is paid and the lien is released, the lender can repossess the car from its new owner, and the state may not issue a title without the lien. Ask for the lender’s written lien release at the handover.`
        : 'The seller states that no lender has a lien on the car.',
      'The buyer needs the title, signed over by its holder, to register the car.',
    ],
  }
}

const brandTexts: Record<DocumentFacts['titleBrand'], string> = {
  clean: 'The seller states that the title is clean: it shows no entry such as salvage or rebuilt.',
  rebuilt:
    'The seller states that the title is marked as rebuilt: the car was declared a total loss and then repaired.',
  salvage:
    'The seller states that the title is marked as salvage: the car was declared a total loss. Most states don’t allow it on the road until it is repaired and inspected.',
  lemon:
    'The seller states that the title is marked as a lemon law buyback: the manufacturer bought the car back because of a defect.',
  other:
    'The seller states that the title shows another entry about the history of the car. Ask the seller for the title, and read it.',
  unknown:
    'The seller does not know whether the title shows an entry such as salvage or rebuilt. The state’s motor vehicle agency or a vehicle history report can show it.',
}

function writeWarranty(deal: DocumentedDeal, { warranty, warrantyText }: DocumentFacts): Content {
  const terms =
    warranty === 'as-is'
      ? [
          'The seller sells the car as is and gives no warranty for it, neither an express nor an implied one, as far as the law of the state allows this.',
          'After the handover, the buyer pays for repairs, including those of defects that neither side knew about.',
        ]
      : ['The seller gives this warranty:', ...warrantyText.split(/\n+/).filter((line) => line.trim() !== '')]
  return {
    facts: [
      ['Terms', warrantyKindLabels[warranty]],
      ['Return', listed(deal, 'returns')],
    ],
    paragraphs: [
      ...terms,
      offersReturn(deal.listing)
        ? `The seller offered a return: the buyer may return the car within ${RETURN_HOURS} hours after the confirmed handover. These terms do not limit it.`
        : 'The seller’s listing offered no return.',
      ...listMarks(deal),
      'The listing that the buyer paid for is stored with this sale. These terms do not permit a false statement in it.',
    ],
  }
}

/** Lists the damage that the listing stated at the time of the payment. Sales from before payouts store no listing. */
function listMarks({ listing }: DocumentedDeal): string[] {
  if (!listing.fields) return []
  const stated = readListedMarks(listing)
  if (!stated) return ['The seller’s listing did not state whether the car has marks or damage.']
  if (stated.marks.length === 0) return ['The seller’s listing stated that the car has no marks.']
  const summary = summarizeMarks(stated.marks, utcTimes.day(stated.marksAt))
  return [`In the listing that the buyer paid for: ${summary}.`, ...formatMarkLines(stated.marks)]
}

function formatOdometer({ odometer, odometerUnit }: DocumentFacts): string {
  return formatMileage(odometer, odometerUnit)!
}

function listed({ listing }: DocumentedDeal, name: keyof typeof sellerFields): string {
  return describeField(listing, name) ?? NOT_STATED
}

function normalize(name: string): string {
  return name.trim().toLocaleLowerCase('en-US').replaceAll(/\s+/g, ' ')
}
