import { useState } from 'react'
import { carsPatch, conditions, type Car } from '../../../contract/cars.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { fieldLabels, resellPriceNote } from './car-form.ts'
import { useUpdateCarsMutation } from './cars.api.ts'

/** What can be changed on many cars at once. */
export type ChangeableField = 'resellPrice' | 'location' | 'condition'

interface ChangeCarsDialogProps {
  cars: readonly Car[]
  /** null while it is closed. */
  field: ChangeableField | null
  onClose: () => void
}

/** Sets one field to the same value on all selected cars; all are changed, or none. */
export function ChangeCarsDialog({ cars, field, onClose }: ChangeCarsDialogProps) {
  const [lastField, setLastField] = useState<ChangeableField>('resellPrice')
  if (field && field !== lastField) setLastField(field)

  return (
    <Dialog
      isOpen={field !== null}
      onClose={onClose}
      title={`Change ${fieldLabels[lastField].toLowerCase()}`}
      description={`On ${countOf(cars)}. All are changed, or none.`}
    >
      <ChangeForm key={lastField} cars={cars} field={lastField} onClose={onClose} />
    </Dialog>
  )
}

interface ChangeFormProps {
  cars: readonly Car[]
  field: ChangeableField
  onClose: () => void
}

function ChangeForm({ cars, field, onClose }: ChangeFormProps) {
  const [updateCars, { isLoading }] = useUpdateCarsMutation()
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()

  async function handleSubmit() {
    if (isLoading) return
    const parsed = carsPatch.safeParse({ ids: cars.map(({ _id }) => _id), change: { [field]: value } })
    if (!parsed.success) return setError(parsed.error.issues[0]?.message)
    const answer = await updateCars({ body: parsed.data })
    if (answer.error) return setError(toProblem(answer.error).message)
    toast.success(`${fieldLabels[field]} changed on ${countOf(cars)}`)
    onClose()
  }

  const shared = { label: fieldLabels[field], value, error }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void handleSubmit()
      }}
    >
      {field === 'condition' ? (
        <Select
          {...shared}
          placeholder="Choose a condition"
          options={conditions}
          onChange={(event) => setValue(event.target.value)}
        />
      ) : (
        <TextField
          {...shared}
          hint={field === 'resellPrice' ? resellPriceNote(value) : undefined}
          onChange={(event) => setValue(event.target.value)}
        />
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isLoading}>
          Change {countOf(cars)}
        </Button>
      </DialogActions>
    </form>
  )
}

export function countOf(cars: readonly unknown[]): string {
  return cars.length === 1 ? '1 car' : `${cars.length} cars`
}
