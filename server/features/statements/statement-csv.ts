import { statementChanges, type Statement, type StatementDocument } from '../../../contract/statements.ts'
import { writeCsv } from '../../csv/write-csv.ts'
import { getMonthDays, listFees } from './statement-texts.ts'

/** Writes the statement or the fee invoice of a month as CSV, with one row per entry. */
export function writeStatementCsv(document: StatementDocument, statement: Statement): AsyncIterable<string> {
  const { header, rows } = document === 'invoice' ? invoiceRows(statement) : statementRows(statement)
  return writeCsv(header, onePage(rows))
}

interface Rows {
  header: string[]
  rows: string[][]
}

function statementRows({ month, opening, closing, sales, changes, waiting, totals }: Statement): Rows {
  const { first, last } = getMonthDays(month)
  const balanceRow = (at: Date, entry: string, amount: number) =>
    toStatementRow({ at: at.toISOString(), entry, amount: dollars(amount) })
  return {
    header: [
      'Date (UTC)',
      'Entry',
      'Car',
      'Buyer paid',
      'Refunded',
      'Fee',
      'Debt deducted',
      'Amount',
      'Reference',
      'Purchase ID',
    ],
    rows: [
      balanceRow(first, 'Waiting for payout at the start', opening.waitingMinor),
      balanceRow(first, 'Debt at the start', opening.debtMinor),
      ...sales.map((sale) =>
        toStatementRow({
          at: sale.at,
          entry: 'Paid out',
          car: sale.carName,
          amounts: [sale.buyerPaidMinor, sale.refundedMinor, sale.feeMinor, sale.debtMinor].map(dollars),
          amount: dollars(sale.payoutMinor),
          reference: sale.transferID ?? '',
          purchase: sale.purchaseID,
        }),
      ),
      ...changes.map(({ at, kind, carName, amount, reference, purchaseID }) =>
        toStatementRow({
          at,
          entry: statementChanges[kind],
          car: carName,
          amount: dollars(amount),
          reference,
          purchase: purchaseID,
        }),
      ),
      ...waiting.map(({ at, carName, amount, purchaseID }) =>
        toStatementRow({
          at,
          entry: 'Handed over, waiting for payout',
          car: carName,
          amount: dollars(amount),
          purchase: purchaseID,
        }),
      ),
      toStatementRow({
        at: last.toISOString(),
        entry: 'Total paid out',
        amounts: [totals.buyerPaidMinor, totals.refundedMinor, totals.feeMinor, totals.debtMinor].map(
          dollars,
        ),
        amount: dollars(totals.payoutMinor),
      }),
      balanceRow(last, 'Waiting for payout at the end', closing.waitingMinor),
      balanceRow(last, 'Debt at the end', closing.debtMinor),
    ],
  }
}

interface Cells {
  at: string
  entry: string
  car?: string
  /** The amount paid, the refund, the fee, and the deducted debt. */
  amounts?: string[]
  amount: string
  reference?: string
  purchase?: string
}

function toStatementRow({
  at,
  entry,
  car = '',
  amounts = ['', '', '', ''],
  amount,
  reference = '',
  purchase = '',
}: Cells): string[] {
  return [at.slice(0, 10), entry, car, ...amounts, amount, reference, purchase]
}

function invoiceRows(statement: Statement): Rows {
  const number = statement.invoiceNumber ?? ''
  const { totals } = statement
  return {
    header: ['Invoice number', 'Date (UTC)', 'Description', 'Sale', 'Fee', 'Given back'],
    rows: [
      ...listFees(statement).map(({ at, label, saleMinor, feeMinor }) => [
        number,
        at.slice(0, 10),
        label,
        saleMinor === null ? '' : dollars(saleMinor),
        feeMinor > 0 ? dollars(feeMinor) : '',
        feeMinor < 0 ? dollars(-feeMinor) : '',
      ]),
      [
        number,
        '',
        'Total',
        '',
        dollars(totals.feeMinor + totals.feeCorrectionMinor),
        dollars(totals.feeRefundMinor),
      ],
    ],
  }
}

function dollars(minor: number): string {
  return (minor / 100).toFixed(2)
}

async function* onePage(rows: string[][]): AsyncGenerator<string[][]> {
  yield await Promise.resolve(rows)
}
