import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { MAX_FEE_NAME_LENGTH, MAX_SELLER_FEES, type SellerFee } from '../../../contract/all-in-price.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { ErrorState } from '../../ui/controls/ErrorState.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { Skeleton } from '../../ui/controls/Skeleton.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { SellerFeeHistory } from './SellerFeeHistory.tsx'
import { sellerFeesForm, toFormInput } from './seller-fees-form.ts'
import { useGetSellerFeesQuery, useSaveSellerFeesMutation } from './seller-fees.api.ts'

/** Shows and changes the fees that are part of the prices of the seller's cars. */
export function SellerFeesSection() {
  const { data, error, isFetching, refetch } = useGetSellerFeesQuery({ query: {} })
  if (data) return <SellerFeesForm key={JSON.stringify(data.fees)} fees={data.fees} />
  if (!error) return <Skeleton className="mb-6 h-72 w-full rounded-card!" />
  return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
}

function SellerFeesForm({ fees }: { fees: readonly SellerFee[] }) {
  const [saveFees, { isLoading }] = useSaveSellerFeesMutation()
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const form = useSchemaForm(sellerFeesForm, toFormInput(fees))
  const rows = useFieldArray({ control: form.control, name: 'fees' })
  const errors = form.formState.errors.fees

  const handleSubmit = form.handleSubmit(async (body) => {
    if (isLoading) return
    setErrorMessage(null)
    const { error } = await saveFees({ body })
    if (error) return setErrorMessage(toProblem(error).message)
    toast.success('Fees saved', { detail: 'The prices of your cars are being updated.' })
  })

  return (
    <Card className="mb-6 max-w-[760px] p-5 sm:p-6">
      <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void handleSubmit(event)}>
        <div>
          <h2 className="text-h3 font-bold tracking-tight">Your fees</h2>
          <p className="text-muted">
            The price that buyers see and pay includes them. Buyers who have a car on their list are asked to
            accept its new price.
          </p>
        </div>
        {rows.fields.map((row, index) => (
          <fieldset key={row.id} className="grid items-start gap-4 sm:grid-cols-[2fr_1fr_auto]">
            <legend className="sr-only">Fee {index + 1}</legend>
            <TextField
              label="Fee"
              hint="Such as Documentation fee"
              maxLength={MAX_FEE_NAME_LENGTH}
              autoComplete="off"
              error={errors?.[index]?.name?.message}
              {...form.register(`fees.${index}.name`)}
            />
            <TextField
              label="Amount"
              hint="In US dollars"
              inputMode="decimal"
              autoComplete="off"
              error={errors?.[index]?.amount?.message}
              {...form.register(`fees.${index}.amount`)}
            />
            <Button variant="secondary" className="self-center" onClick={() => rows.remove(index)}>
              Remove fee {index + 1}
            </Button>
          </fieldset>
        ))}
        {errorMessage && (
          <Notice tone="danger" isAlert>
            <p>{errorMessage}</p>
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={isLoading}>
            Save fees
          </Button>
          {rows.fields.length < MAX_SELLER_FEES && (
            <Button variant="secondary" onClick={() => rows.append({ name: '', amount: '' })}>
              Add a fee
            </Button>
          )}
        </div>
      </form>
      <SellerFeeHistory />
    </Card>
  )
}
