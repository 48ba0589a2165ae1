import { expect } from '@playwright/test'
import type { Car } from '../../../contract/cars/cars.ts'
import { apiCall } from '../../support/e2e.ts'
import { asDealer, type DaySetup, type Job } from './desk.ts'
import { findInList, clearSearch, rowOf } from './moves.ts'

const edited = ({ yard }: DaySetup) => yard[3]!
const changedElsewhere = ({ yard }: DaySetup) => yard.at(-1)!
const ELSEWHERE = '$19,999'

export const networkJob: Job = {
  name: 'Work on while the network is away',
  async work(desk) {
    const { hands, screen, setup, picture } = desk
    await hands.reach(screen.locator('[role="row"]'))
    await findInList(desk, edited(setup).modelName, 1)
    await hands.press('e')
    const location = screen.getByRole('textbox', { name: 'Location' })
    await hands.see(location)
    await setup.network.cut()
    await hands.see(screen.getByText(/^(Can’t reach Kerblight|You’re offline)\. Showing data from /))
    await hands.reach(location)
    await hands.press('ControlOrMeta+a')
    await hands.type('Hood River, OR')
    await hands.press('ControlOrMeta+s')
    await hands.see(screen.getByText('We can’t reach Kerblight. Check your connection.'))
    await picture('away')
    await hands.aside(() => changeElsewhere(setup))
    await setup.network.restore()
    await hands.press('ControlOrMeta+s')
    await hands.see(screen.getByText('Changes saved'))
    // The edit has not changed the list's search, and the focus is on the edited row.
    await hands.see(screen.locator('[role="grid"][aria-rowcount="2"]'))
    await hands.see(screen.locator('[role="row"]:focus').filter({ hasText: edited(setup).modelName }))
    await clearSearch(desk)
    await hands.see(rowOf(screen, changedElsewhere(setup).modelName).filter({ hasText: ELSEWHERE }))
    await picture('back')
  },
  async outcome(setup) {
    const car = await asDealer<Car>(setup, `/cars/${edited(setup)._id}`)
    expect(car.location).toBe('Hood River, OR')
  },
}

/** Changes another car of the same dealer while this console is offline. */
async function changeElsewhere(setup: DaySetup): Promise<void> {
  const body = { ids: [changedElsewhere(setup)._id], change: { resellPrice: ELSEWHERE } }
  await apiCall(setup.server, 'PATCH', '/cars', setup.dealer.token, body)
}
