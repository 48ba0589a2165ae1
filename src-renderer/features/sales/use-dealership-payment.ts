import { formatMoney } from '../../../contract/money.ts'
import type { Sale } from '../../../contract/purchases.ts'
import { toProblem } from '../../api/problem.ts'
import { confirm } from '../../ui/overlays/confirm.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useRecordDealershipPaymentMutation } from '../deposits/deposits.api.ts'

/** Records after confirmation that the buyer of a reserved car paid the rest at the dealership. */
export function useDealershipPayment() {
  const [recordPayment, { isLoading, originalArgs }] = useRecordDealershipPaymentMutation()

  async function confirmPayment({ _id, carName, buyerName, priceMinor, deposit }: Sale): Promise<void> {
    const depositMinor = deposit?.amount ?? 0
    const rest = priceMinor === null ? 'the rest' : formatMoney(priceMinor - depositMinor)
    const isSure = await confirm({
      title: `Did ${buyerName} pay ${rest} at the dealership?`,
      text: `The ${carName} is then sold. We pay out the deposit of ${formatMoney(depositMinor)}, minus any fee, after the handover. The rest is between you and ${buyerName}: we can’t pay it out or refund it.`,
      confirmLabel: 'Yes, it’s paid',
      tone: 'primary',
    })
    if (!isSure) return
    try {
      await recordPayment({ params: { purchaseID: _id } }).unwrap()
      toast.success(`${carName} sold`, { detail: 'Next: agree on a time for the handover.' })
    } catch (error) {
      toast.error(toProblem(error).message)
    }
  }

  const isRecording = ({ _id }: Sale) => isLoading && originalArgs?.params.purchaseID === _id
  return { confirmPayment, isRecording }
}
