import { useEffect, useState } from 'react'
import { toProblem, type ApiProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import {
  enterHold,
  leaveHold,
  type PaymentAttempt,
  type PaymentHold,
  type PaymentOrder,
} from './payment-hold.ts'

interface HoldState {
  sellingPrice?: string
  depositMinor?: number | undefined
  hold?: PaymentHold
  attempt?: PaymentAttempt
  problem?: ApiProblem
  /** The time when the attempt arrived, in milliseconds since 1970 by this device's clock. */
  startedAt?: number
}

/** Holds the car while the component is mounted. `restart` requests a new hold from the server. */
export function usePaymentHold({ _id: id, carID, sellingPrice, depositMinor }: PaymentOrder) {
  const dispatch = useAppDispatch()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<HoldState>({})

  useEffect(() => {
    let isCurrent = true
    const hold = dispatch(enterHold({ _id: id, carID, sellingPrice, depositMinor }, round))
    hold.started.then(
      (attempt) =>
        isCurrent && setState({ sellingPrice, depositMinor, hold, attempt, startedAt: Date.now() }),
      (error: unknown) => isCurrent && setState({ sellingPrice, depositMinor, problem: toProblem(error) }),
    )
    return () => {
      isCurrent = false
      dispatch(leaveHold(id, hold))
    }
  }, [dispatch, id, carID, sellingPrice, depositMinor, round])

  function restart() {
    setState({})
    setRound(round + 1)
  }

  // A result for a different amount does not apply.
  const isSame = state.sellingPrice === sellingPrice && state.depositMinor === depositMinor
  return { ...(isSame ? state : {}), restart }
}
