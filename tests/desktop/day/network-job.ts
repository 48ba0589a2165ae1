import { expect } from '@playwright/test'
import type { Car } from '../../../contract/cars/cars.ts'
import { apiCall } from '../../support/e2e.ts'
import { asDealer, type DaySetup, type Job } from './job.ts'
import { findInList, clearSearch, findScreenRow } from './moves.ts'

const edited = ({ stock }: DaySetup) => stock[3]!
const changedElsewhere = ({ stock }: DaySetup) => stock.at(-1)!
const ELSEWHERE = '$19,999'

export const networkJob: Job = {
  name: 'Work on while the network is away',
  async work(context) {
    const { keyboard, screen, setup, picture } = context
    await keyboard.reach(screen.locator('[role="row"]'))
    await findInList(context, edited(setup).modelName, 1)
    await keyboard.press('e')
    const location = screen.getByRole('textbox', { name: 'Location' })
    await keyboard.see(location)
    await setup.network.cut()
    await keyboard.see(screen.getByText(/^(Can’t reach Kerblight|You’re offline)\. Showing data from /))
    await keyboard.reach(location)
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type('Hood River, OR')
    await keyboard.press('ControlOrMeta+s')
    await keyboard.see(screen.getByText('We can’t reach Kerblight. Check your connection.'))
    await picture('away')
    await keyboard.aside(() => changeElsewhere(setup))
    await setup.network.restore()
    await keyboard.press('ControlOrMeta+s')
    await keyboard.see(screen.getByText('Changes saved'))
    // The edit has not changed the list's search, and the focus is on the edited row.
    await keyboard.see(screen.locator('[role="grid"][aria-rowcount="2"]'))
    await keyboard.see(screen.locator('[role="row"]:focus').filter({ hasText: edited(setup).modelName }))
    await clearSearch(context)
    await keyboard.see(
      findScreenRow(screen, changedElsewhere(setup).modelName).filter({ hasText: ELSEWHERE }),
    )
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
