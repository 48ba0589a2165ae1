import { useState } from 'react'
import type { FeeRate } from '../../../contract/fees.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { feeForm, toFeeInput, toFormInput } from './fee-form.ts'
import { FeeFields } from './FeeFields.tsx'
import { useSetFeeMutation } from './fees.api.ts'
import { showFeeProblem } from './show-fee-problem.ts'

/** Shows and changes the fee of all sellers without their own fee. */
export function GeneralFee({ rate }: { rate: FeeRate }) {
  const [setFee, { isLoading }] = useSetFeeMutation()
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const form = useSchemaForm(feeForm, toFormInput(rate))

  const handleSubmit = form.handleSubmit(async (typed) => {
    if (isLoading) return
    setErrorMessage(null)
    const { error } = await setFee({ body: toFeeInput(typed) })
    if (error) return setErrorMessage(showFeeProblem(form, toProblem(error)))
    form.reset(typed)
    toast.success('Fee saved', { detail: 'It applies to cars that are paid for from now on.' })
  })

  return (
    <Card className="max-w-[760px] p-5 sm:p-6">
      <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void handleSubmit(event)}>
        <h2 className="text-h3 font-bold tracking-tight">General fee</h2>
        <FeeFields form={form} />
        {errorMessage && (
          <Notice tone="danger" isAlert>
            <p>{errorMessage}</p>
          </Notice>
        )}
        <div>
          <Button type="submit" loading={isLoading}>
            Save fee
          </Button>
        </div>
      </form>
    </Card>
  )
}
