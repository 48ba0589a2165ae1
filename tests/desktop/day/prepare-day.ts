import { listCar, newAdmin, payFor, putOnList, createUniqueModel } from '../../e2e/market.ts'
import { apiCall, newAccount } from '../../support/e2e.ts'
import { startRecordingHost } from '../recording-host.ts'
import type { DaySetup } from './job.ts'
import { fillYard } from './stock.ts'

interface Prepared {
  setup: DaySetup
  /** The API origin for the console, which is reachable only while the simulated network is up. */
  apiOrigin: string
  end: () => Promise<void>
}

/**
 * Creates an admin and a dealer with `cars` cars, plus one reported car and one sold car.
 * @param pdf the path that the list is printed to
 */
export async function prepareDay(server: string, pdf: string, cars: number): Promise<Prepared> {
  const dealer = await newAccount(server, 'seller', 'Dora Dealer')
  const admin = await newAdmin(server)
  const buyer = await newAccount(server, 'buyer', 'Bea Buyer')
  const sold = await listCar(server, dealer.token, { modelName: createUniqueModel('A6 Avant'), year: 2018 })
  const transaction = await payFor(server, buyer.token, await putOnList(server, buyer.token, sold._id))
  const reported = await listCar(server, dealer.token, { modelName: createUniqueModel('Q7'), year: 2017 })
  const report = { reason: 'not as described', note: 'The odometer was turned back' }
  await apiCall(server, 'POST', '/report', buyer.token, {
    reportedItemInfo: { _id: reported._id },
    ...report,
  })
  const stock = await fillYard(server, dealer.token, cars)
  const network = await startNetwork(server)
  return {
    setup: { server, dealer, admin, stock, reported, transaction, pdf, network },
    apiOrigin: network.origin,
    end: network.cut,
  }
}

/** Starts a proxy between the console and the server. Its URL stays the same after a restart. */
async function startNetwork(server: string) {
  let proxy = await startRecordingHost(server, {})
  const { origin } = proxy
  return {
    origin,
    cut: () => proxy.stop(),
    async restore() {
      proxy = await startRecordingHost(server, {}, Number(new URL(origin).port))
    },
  }
}
