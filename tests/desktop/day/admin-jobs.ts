import { expect } from '@playwright/test'
import type { Car } from '../../../contract/cars/cars.ts'
import type { Payment } from '../../../contract/payments.ts'
import type { Report } from '../../../contract/reports.ts'
import { asAdmin, type JobContext, type DaySetup, type Job } from './job.ts'
import { findInList, findFirstRow, narrowToFocused, findHeading, jumpTo, findScreenRow } from './moves.ts'

/** A partial refund in dollars, below the car's price. */
const PART = 500

export const adminJobs: readonly Job[] = [
  {
    name: 'Jump to a report, uphold it, and take the listing down',
    async work(context) {
      const { keyboard, screen, setup, picture } = context
      const { modelName } = setup.reported
      const reports = screen.getByRole('group', { name: 'Reports' })
      await jumpTo(context, modelName, reports.getByRole('option', { name: modelName }))
      const row = findScreenRow(screen, modelName)
      await keyboard.see(narrowToFocused(screen, row))
      const panel = screen.getByRole('complementary', { name: 'Details' })
      await keyboard.see(panel.getByText('The odometer was turned back'))
      await picture('report')
      await keyboard.reach(panel.getByRole('button', { name: 'Review' }))
      await keyboard.press('Enter')
      const dialog = screen.getByRole('dialog', { name: /^Review report/ })
      await keyboard.see(dialog.getByRole('radio', { name: /^Dismiss/ }).and(screen.locator(':focus')))
      await keyboard.press('ArrowDown', 2)
      await keyboard.press('Tab')
      await keyboard.type('The service book says 140,000 miles.')
      await picture('decision')
      await keyboard.press('ControlOrMeta+Enter')
      await keyboard.see(row.filter({ hasText: 'Upheld' }))
      await keyboard.waitUntilHidden(dialog)
    },
    async outcome(setup) {
      const [report] = await asAdmin<Report[]>(setup, `/reports?q=${encodeURIComponent(nameOf(setup))}`)
      expect(report).toMatchObject({ state: 'upheld', outcome: 'The service book says 140,000 miles.' })
      const car = await asAdmin<Car>(setup, `/cars/${setup.reported._id}`)
      expect(car.available).toBe('withdrawn')
    },
  },
  {
    name: 'Refund a part of a payment, and then the rest of it',
    async work(context) {
      const { keyboard, screen, setup, picture } = context
      await jumpTo(context, 'payments', screen.getByRole('option', { name: /^Payments/ }))
      await keyboard.see(findHeading(screen, 'Payments'))
      await findInList(context, setup.transaction, 1)
      await keyboard.press('Enter')
      const panel = screen.getByRole('complementary', { name: 'Details' })
      await keyboard.see(panel.getByText(setup.transaction))
      await picture('payment')
      await refund(context, 'One tire was worn out', PART)
      await keyboard.see(panel.getByText(`$${PART}`, { exact: true }))
      await refund(context, 'The sale was called off')
      await keyboard.see(findFirstRow(screen).getByText('refunded', { exact: true }))
    },
    async outcome(setup) {
      const [payment] = await asAdmin<Payment[]>(setup, `/payments?q=${setup.transaction}`)
      expect(payment).toMatchObject({ state: 'refunded', refundedAmount: payment!.amount })
      expect(payment!.amount).toBeGreaterThan(PART * 100)
    },
  },
]

/**
 * Refunds the selected payment.
 * @param dollars the amount; by default, the whole remaining amount
 */
async function refund(
  { keyboard, screen, picture }: JobContext,
  reason: string,
  dollars?: number,
): Promise<void> {
  await keyboard.reach(screen.getByRole('button', { name: /^Refund: / }))
  await keyboard.press('Enter')
  const dialog = screen.getByRole('dialog', { name: /^Refund / })
  await keyboard.see(dialog.getByLabel('Amount in dollars').and(screen.locator(':focus')))
  if (dollars !== undefined) {
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type(String(dollars))
  }
  await keyboard.press('Tab')
  await keyboard.type(reason)
  await picture(dollars === undefined ? 'refund-rest' : 'refund-part')
  await keyboard.press('ControlOrMeta+Enter')
  await keyboard.waitUntilHidden(dialog)
}

const nameOf = ({ reported }: DaySetup) => reported.modelName
