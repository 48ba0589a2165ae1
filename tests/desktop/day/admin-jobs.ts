import { expect } from '@playwright/test'
import type { Car } from '../../../contract/cars/cars.ts'
import type { Payment } from '../../../contract/payments.ts'
import type { Report } from '../../../contract/reports.ts'
import { asAdmin, type Desk, type DaySetup, type Job } from './desk.ts'
import { findInList, firstRow, focused, headingOf, jumpTo, rowOf } from './moves.ts'

/** A partial refund in dollars, below the car's price. */
const PART = 500

export const adminJobs: readonly Job[] = [
  {
    name: 'Jump to a report, uphold it, and take the listing down',
    async work(desk) {
      const { hands, screen, setup, picture } = desk
      const { modelName } = setup.reported
      const reports = screen.getByRole('group', { name: 'Reports' })
      await jumpTo(desk, modelName, reports.getByRole('option', { name: modelName }))
      const row = rowOf(screen, modelName)
      await hands.see(focused(screen, row))
      const panel = screen.getByRole('complementary', { name: 'Details' })
      await hands.see(panel.getByText('The odometer was turned back'))
      await picture('report')
      await hands.reach(panel.getByRole('button', { name: 'Review' }))
      await hands.press('Enter')
      const dialog = screen.getByRole('dialog', { name: /^Review report/ })
      await hands.see(dialog.getByRole('radio', { name: /^Dismiss/ }).and(screen.locator(':focus')))
      await hands.press('ArrowDown', 2)
      await hands.press('Tab')
      await hands.type('The service book says 140,000 miles.')
      await picture('decision')
      await hands.press('ControlOrMeta+Enter')
      await hands.see(row.filter({ hasText: 'Upheld' }))
      await hands.waitUntilHidden(dialog)
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
    async work(desk) {
      const { hands, screen, setup, picture } = desk
      await jumpTo(desk, 'payments', screen.getByRole('option', { name: /^Payments/ }))
      await hands.see(headingOf(screen, 'Payments'))
      await findInList(desk, setup.transaction, 1)
      await hands.press('Enter')
      const panel = screen.getByRole('complementary', { name: 'Details' })
      await hands.see(panel.getByText(setup.transaction))
      await picture('payment')
      await refund(desk, 'One tire was worn out', PART)
      await hands.see(panel.getByText(`$${PART}`, { exact: true }))
      await refund(desk, 'The sale was called off')
      await hands.see(firstRow(screen).getByText('refunded', { exact: true }))
    },
    async outcome(setup) {
      const [payment] = await asAdmin<Payment[]>(setup, `/payments?q=${setup.transaction}`)
      expect(payment).toMatchObject({ state: 'refunded', refundedAmount: payment!.amount })
      expect(payment!.amount).toBeGreaterThan(PART * 100)
    },
  },
]

/** @param dollars the amount; by default, the whole remaining amount */
async function refund({ hands, screen, picture }: Desk, reason: string, dollars?: number): Promise<void> {
  await hands.reach(screen.getByRole('button', { name: /^Refund: / }))
  await hands.press('Enter')
  const dialog = screen.getByRole('dialog', { name: /^Refund / })
  await hands.see(dialog.getByLabel('Amount in dollars').and(screen.locator(':focus')))
  if (dollars !== undefined) {
    await hands.press('ControlOrMeta+a')
    await hands.type(String(dollars))
  }
  await hands.press('Tab')
  await hands.type(reason)
  await picture(dollars === undefined ? 'refund-rest' : 'refund-part')
  await hands.press('ControlOrMeta+Enter')
  await hands.waitUntilHidden(dialog)
}

const nameOf = ({ reported }: DaySetup) => reported.modelName
