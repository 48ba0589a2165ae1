import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { AppThunk } from '../../session/store.ts'
import { checkoutApi } from './checkout.api.ts'
import type { CardOutcome } from './pay-by-card.ts'

export type PaymentAttempt = EndpointOutput<'createPaymentIntent'>

/**
 * The hold on a car while its buyer stands on the payment page. Outside React, because a component may be mounted
 * twice for one visit (React's strict mode does) and is gone before its hold has been let go.
 */
export interface PaymentHold {
  /** Rejects with the API's problem. */
  started: Promise<PaymentAttempt>
  visitors: number
  /** At another price, or after a restart, it is another hold. */
  key: string
  /** While a payment is under way: whether it succeeded. */
  paying?: Promise<boolean> | undefined
}

const holds = new Map<string, PaymentHold>()
/** What must end before the same item is held again, so that the new hold is not let go with the old. */
const releases = new Map<string, Promise<void>>()

/**
 * Holds the car, or joins the hold that is there.
 * @param round another one asks the server anew
 */
export function enterHold(purchaseId: string, sellingPrice: string, round: number): AppThunk<PaymentHold> {
  return (dispatch) => {
    const key = `${round} ${sellingPrice}`
    const known = holds.get(purchaseId)
    if (known?.key === key) {
      known.visitors += 1
      return known
    }
    const hold = { visitors: 1, key, started: dispatch(start(purchaseId, sellingPrice)) }
    holds.set(purchaseId, hold)
    return hold
  }
}

/** Lets the car go, unless somebody comes back at once or is paying for it. A reload never gets here. */
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

/** Keeps the hold while a payment is under way, and for good when it went well. */
export function keepWhilePaying(hold: PaymentHold, payment: Promise<CardOutcome>): void {
  hold.paying = payment.then(({ kind }) => {
    const isCharged = kind === 'succeeded' || kind === 'processing'
    if (!isCharged) hold.paying = undefined
    return isCharged
  })
}

function start(purchaseId: string, sellingPrice: string): AppThunk<Promise<PaymentAttempt>> {
  return async (dispatch) => {
    await releases.get(purchaseId)
    const body = { sellingPrice, purchasedItemID: purchaseId }
    return dispatch(checkoutApi.endpoints.createPaymentIntent.initiate({ body })).unwrap()
  }
}

function letGo(hold: PaymentHold): AppThunk<Promise<void>> {
  return async (dispatch) => {
    if (await hold.paying) return
    const attempt = await hold.started.catch(() => null)
    if (!attempt) return
    // Where this fails the hold ends by itself when its time is over.
    await dispatch(checkoutApi.endpoints.cancelAttempt.initiate({ params: { id: attempt.attemptID } }))
  }
}
