import { useState } from 'react'
import type { FeeRate } from '../../../contract/fees.ts'
import { toProblem } from '../../api/problem.ts'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { DialogFormEnd } from '../../ui/overlays/DialogFormEnd.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { feeForm, toFeeInput, toFormInput } from './fee-form.ts'
import { FeeFields } from './FeeFields.tsx'
import { useSetSellerFeeMutation } from './fees.api.ts'
import { showFeeProblem } from './show-fee-problem.ts'

export interface FeeSeller {
  id: string
  name: string
  email: string
}

interface SellerFeeFormProps {
  seller: FeeSeller
  /** The rate at the start: the seller's own, or the general one. */
  rate: FeeRate
  onDone: () => void
}

export function SellerFeeForm({ seller, rate, onDone }: SellerFeeFormProps) {
  const [setSellerFee, { isLoading }] = useSetSellerFeeMutation()
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const form = useSchemaForm(feeForm, toFormInput(rate))

  const handleSubmit = form.handleSubmit(async (typed) => {
    if (isLoading) return
    setErrorMessage(null)
    const { error } = await setSellerFee({ params: { sellerID: seller.id }, body: toFeeInput(typed) })
    if (error) return setErrorMessage(showFeeProblem(form, toProblem(error)))
    toast.success(`Fee of ${seller.name} saved`)
    onDone()
  })

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void handleSubmit(event)}>
      <p className="wrap-anywhere text-muted">
        <b className="font-semibold text-fg">{seller.name}</b>, {seller.email}
      </p>
      <FeeFields form={form} />
      <DialogFormEnd errorMessage={errorMessage} loading={isLoading} onCancel={onDone}>
        Save fee
      </DialogFormEnd>
    </form>
  )
}
