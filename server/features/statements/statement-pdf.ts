import { formatCents } from '../../../contract/money.ts'
import { statementChanges, type Statement, type StatementDocument } from '../../../contract/statements.ts'
import type { PdfBlock, PdfContent } from '../../core/pdf/write-pdf.ts'
import {
  getMonthDays,
  formatDate,
  listFees,
  negateAmount,
  formatDocumentTitle,
  type Issuer,
} from './statement-texts.ts'

export function layOutPdf(
  document: StatementDocument,
  statement: Statement,
  issuer: Issuer,
  createdAt: Date,
): PdfContent {
  const title = formatDocumentTitle(document, statement)
  return {
    title,
    footer: `${new URL(issuer.publicUrl).host} · ${title}`,
    createdAt,
    blocks:
      document === 'invoice'
        ? layOutInvoice(statement, issuer)
        : layOutStatement(statement, issuer, createdAt),
  }
}

type Row = readonly [string, string]

function listStatementFacts({ month, sellerName }: Statement, { publicUrl, contact }: Issuer): Row[] {
  const { first, last } = getMonthDays(month)
  const issuerLines = [new URL(publicUrl).host, contact.address, contact.email]
  return [
    ['Seller', sellerName],
    ['Issued by', issuerLines.filter((line) => line !== null).join('\n')],
    ['Period', `${formatDate(first)} to ${formatDate(last)} (UTC)`],
  ]
}

function layOutStatement(statement: Statement, issuer: Issuer, createdAt: Date): PdfBlock[] {
  const { sales, changes, waiting, totals } = statement
  return [
    { kind: 'facts', rows: [...listStatementFacts(statement, issuer), ['Created', formatDate(createdAt)]] },
    { kind: 'heading', text: 'Balance' },
    ...layOutBalance(statement),
    { kind: 'heading', text: 'Sales paid out' },
    sales.length > 0
      ? layOutSales(sales, totals)
      : { kind: 'text', text: 'No sale was paid out in this period.' },
    ...(changes.length > 0
      ? [{ kind: 'heading', text: 'Other changes' } as const, layOutChanges(changes)]
      : []),
    ...(waiting.length > 0
      ? [{ kind: 'heading', text: 'Waiting for payout' } as const, layOutWaiting(statement)]
      : []),
  ]
}

function layOutBalance({ month, isFinal, opening, closing, dueMinor, totals }: Statement): PdfBlock[] {
  const { first, last } = getMonthDays(month)
  const end = isFinal ? `at the end of ${formatDate(last)}` : 'so far'
  const balance = closing.waitingMinor - closing.debtMinor
  return [
    {
      kind: 'table',
      columns: [
        { label: 'In US dollars', width: 0.75 },
        { label: 'Amount', width: 0.25, align: 'right' },
      ],
      rows: [
        [`Waiting for payout at the start of ${formatDate(first)}`, formatCents(opening.waitingMinor)],
        [`Debt at the start of ${formatDate(first)}`, negateAmount(opening.debtMinor)],
        ['Due for cars that buyers received, after fees and refunds', formatCents(dueMinor)],
        ['Paid out', negateAmount(totals.payoutMinor)],
        ['New debt from refunds and disputes', negateAmount(totals.newDebtMinor)],
      ],
      total: [`Balance ${end}`, formatCents(balance)],
    },
    ...explainBalance(closing, totals),
  ]
}

function explainBalance(closing: Statement['closing'], totals: Statement['totals']): PdfBlock[] {
  const debt = formatCents(closing.debtMinor)
  const sentences = [
    closing.debtMinor > 0 &&
      `The balance includes a debt of ${debt}, which is deducted from the next payouts.`,
    totals.takenBackMinor > 0 &&
      `After refunds or disputes, ${formatCents(totals.takenBackMinor)} was taken back from the seller’s Stripe account, which doesn’t change the balance.`,
  ].filter((sentence) => sentence !== false)
  return sentences.length > 0 ? [{ kind: 'small', text: sentences.join(' ') }] : []
}

type Sale = Statement['sales'][number]

/** Lays out the sales. Refunds and debts have columns only if there are any. */
function layOutSales(sales: readonly Sale[], totals: Statement['totals']): PdfBlock {
  const amounts = [
    { label: 'Buyer paid', width: 0.135, format: formatCents, key: 'buyerPaidMinor' },
    { label: 'Refunded', width: 0.13, format: negateAmount, key: 'refundedMinor' },
    { label: 'Fee', width: 0.115, format: negateAmount, key: 'feeMinor' },
    { label: 'Debt', width: 0.12, format: negateAmount, key: 'debtMinor' },
    { label: 'Payout', width: 0.135, format: formatCents, key: 'payoutMinor' },
  ] as const
  const shown = amounts.filter(({ key }) => !isRare(key) || totals[key] > 0)
  const carWidth = 1 - DATE_WIDTH - shown.reduce((sum, { width }) => sum + width, 0)
  return {
    kind: 'table',
    columns: [
      { label: 'Date', width: DATE_WIDTH },
      { label: 'Car and transfer', width: carWidth },
      ...shown.map(({ label, width }) => ({ label, width, align: 'right' as const })),
    ],
    rows: sales.map((sale) => [
      formatDate(sale.at),
      sale.transferID ? `${sale.carName}\n${sale.transferID}` : sale.carName,
      ...shown.map(({ key, format }) => format(sale[key])),
    ]),
    total: ['Total', '', ...shown.map(({ key, format }) => format(totals[key]))],
  }
}

const DATE_WIDTH = 0.13

function isRare(key: keyof Statement['totals']): boolean {
  return key === 'refundedMinor' || key === 'debtMinor'
}

function layOutChanges(changes: Statement['changes']): PdfBlock {
  return {
    kind: 'table',
    columns: [
      { label: 'Date', width: DATE_WIDTH },
      { label: 'Car', width: 0.3 },
      { label: 'Change', width: 0.4 },
      { label: 'Amount', width: 0.17, align: 'right' },
    ],
    rows: changes.map(({ at, carName, kind, amount }) => [
      formatDate(at),
      carName,
      statementChanges[kind],
      formatCents(amount),
    ]),
  }
}

function layOutWaiting({ waiting, closing }: Statement): PdfBlock {
  return {
    kind: 'table',
    columns: [
      { label: 'Handover', width: DATE_WIDTH },
      { label: 'Car', width: 0.7 },
      { label: 'Amount', width: 0.17, align: 'right' },
    ],
    rows: waiting.map(({ at, carName, amount }) => [formatDate(at), carName, formatCents(amount)]),
    total: ['Total', '', formatCents(closing.waitingMinor)],
  }
}

function layOutInvoice(statement: Statement, issuer: Issuer): PdfBlock[] {
  const { invoiceNumber, month, totals } = statement
  return [
    {
      kind: 'facts',
      rows: [
        ['Invoice number', invoiceNumber ?? 'Assigned after the end of the month'],
        ...(invoiceNumber ? [['Invoice date', formatDate(getMonthDays(month).last)] as const] : []),
        ...listStatementFacts(statement, issuer),
      ],
    },
    { kind: 'heading', text: 'Fees' },
    {
      kind: 'table',
      columns: [
        { label: 'Date', width: DATE_WIDTH },
        { label: 'Description', width: 0.53 },
        { label: 'Sale', width: 0.17, align: 'right' },
        { label: 'Fee', width: 0.17, align: 'right' },
      ],
      rows: listFees(statement).map(({ at, label, saleMinor, feeMinor }) => [
        formatDate(at),
        label,
        saleMinor === null ? '' : formatCents(saleMinor),
        formatCents(feeMinor),
      ]),
      total: [
        'Total',
        '',
        '',
        formatCents(totals.feeMinor + totals.feeCorrectionMinor - totals.feeRefundMinor),
      ],
    },
    {
      kind: 'small',
      text: 'All amounts are in US dollars. The fees were deducted from the payouts, so there is nothing left to pay.',
    },
  ]
}
