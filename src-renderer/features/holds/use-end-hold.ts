import { useState } from 'react'
import type { Hold } from '../../../contract/holds.ts'
import { toProblem } from '../../api/problem.ts'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toast.ts'
import { useEndHoldMutation } from './holds.api.ts'

/** Ends a hold once that was asked for. Stripe decides whether it still can be, so the row waits for the answer. */
export function useEndHold() {
  const [endHold] = useEndHoldMutation()
  const [ending, setEnding] = useState<readonly string[]>([])

  async function ask(hold: Hold): Promise<void> {
    const { _id: id, carName: car, buyerName: buyer } = hold
    const isSure = await confirm({
      title: `End the hold on ${car}?`,
      text: `The car goes back on sale. ${buyer} isn’t charged, gets a notification, and can’t hold it again for 15 minutes.`,
      confirmLabel: 'End hold',
    })
    if (!isSure) return
    setEnding((ids) => [...ids, id])
    const { data, error } = await endHold({ params: { id } })
    setEnding((ids) => ids.filter((other) => other !== id))
    if (error) toast.error(toProblem(error).message)
    else if (data.deletedCount === 1) toast.success(`Hold ended: ${car}`)
    else toast.info('That hold had already ended')
  }

  return { ask, isEnding: ({ _id }: Hold) => ending.includes(_id) }
}
