import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { AppThunk } from '../../session/store.ts'
import { checkoutApi } from './checkout.api.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import type { CardOutcome } from './pay-by-card.ts'

export type PaymentAttempt = EndpointOutput<'createPaymentIntent'>

/**
 * The hold on a car while its buyer is on the payment page. It is stored outside React: strict mode mounts
 * components twice, and a component unmounts before its hold is released.
 */
export interface PaymentHold {
  /** The payment attempt. Rejects with the API's problem. */
  started: Promise<PaymentAttempt>
  visitors: number
  /** Identifies the hold by amount and round. A change of either creates a new hold. */
  key: string
  /** The payment in progress, if any. Resolves to true if it succeeded. */
  paying?: Promise<boolean> | undefined
}

const holds = new Map<string, PaymentHold>()
/**
 * Pending releases by purchase-list item. The item's next hold waits for them, because they would otherwise
 * release it, too.
 */
const releases = new Map<string, Promise<void>>()

/** A payment to start: of the price or its rest, or of the deposit in cents. */
export interface PaymentOrder extends Pick<Purchase, '_id' | 'carID' | 'sellingPrice'> {
  depositMinor?: number | undefined
}

/**
 * Holds the car, or joins the existing hold.
 * @param round changed to request a new hold from the server
 */
export function enterHold(order: PaymentOrder, round: number): AppThunk<PaymentHold> {
  return (dispatch) => {
    const { _id: purchaseId, sellingPrice, depositMinor } = order
    const key = `${round} ${depositMinor ?? 'price'} ${sellingPrice}`
    const known = holds.get(purchaseId)
    if (known?.key === key) {
      known.visitors += 1
      return known
    }
    const hold = { visitors: 1, key, started: dispatch(start(order)) }
    holds.set(purchaseId, hold)
    return hold
  }
}

/**
 * Releases the car, unless the user returns immediately or is paying. A page reload does not run this, so the
 * hold survives.
 */
export function leaveHold(purchaseId: string, hold: PaymentHold): AppThunk {
  return (dispatch) => {
    hold.visitors -= 1
    setTimeout(() => {
      if (hold.visitors > 0 || holds.get(purchaseId) !== hold) return
      holds.delete(purchaseId)
      const release = dispatch(letGo(hold)).finally(() => {
        if (releases.get(purchaseId) === release) releases.delete(purchaseId)
      })
      releases.set(purchaseId, release)
    })
  }
}

/** Keeps the hold during a payment, and permanently if it succeeds. */
export function keepWhilePaying(hold: PaymentHold, payment: Promise<CardOutcome>): void {
  hold.paying = payment.then(({ kind }) => {
    const isCharged = kind === 'succeeded' || kind === 'processing'
    if (!isCharged) hold.paying = undefined
    return isCharged
  })
}

function start({ _id, carID, sellingPrice, depositMinor }: PaymentOrder): AppThunk<Promise<PaymentAttempt>> {
  return async (dispatch) => {
    await releases.get(_id)
    if (depositMinor !== undefined) {
      const body = { carID, amount: depositMinor }
      return dispatch(checkoutApi.endpoints.addDeposit.initiate({ body })).unwrap()
    }
    const body = { sellingPrice, purchasedItemID: _id }
    return dispatch(checkoutApi.endpoints.createPaymentIntent.initiate({ body })).unwrap()
  }
}

function letGo(hold: PaymentHold): AppThunk<Promise<void>> {
  return async (dispatch) => {
    if (await hold.paying) return
    const attempt = await hold.started.catch(() => null)
    if (!attempt) return
    // If this fails, the hold expires on its own.
    await dispatch(checkoutApi.endpoints.cancelAttempt.initiate({ params: { id: attempt.attemptID } }))
  }
}
