import { useState } from 'react'
import { getLocalDay } from '../../../contract/calendar-day.ts'
import { MAX_SALE_NOTE_LENGTH, stateInput } from '../../../contract/cars/car-life.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { getInputMessage } from '../../../contract/api/input-messages.ts'
import { toProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogFormEnd } from '../../ui/overlays/DialogFormEnd.tsx'
import { TextArea, TextField } from '../../ui/form/TextField.tsx'
import { toastUndoable } from '../undo/undo.api.ts'
import { formatCarTitle } from './car-form.ts'
import { useSetCarStateMutation } from './cars.api.ts'

interface SoldElsewhereDialogProps {
  /** Null while the dialog is closed. */
  car: Car | null
  onClose: () => void
}

/** Asks how a car was sold outside Kerblight, then takes it off the lists. */
export function SoldElsewhereDialog({ car, onClose }: SoldElsewhereDialogProps) {
  // Keeps the last car rendered during the closing animation.
  const [last, setLast] = useState(car)
  if (car && car !== last) setLast(car)
  if (!last) return null

  return (
    <Dialog
      isOpen={car !== null}
      onClose={onClose}
      title={`Sold elsewhere: ${formatCarTitle(last)}`}
      description={
        last.available === 'reserved'
          ? 'A buyer has reserved it or is paying for it. Their payment is canceled, or their deposit refunded, first. The listing ends immediately.'
          : 'The listing ends immediately. You can bring the car back later.'
      }
    >
      <SaleForm key={last._id} car={last} onClose={onClose} />
    </Dialog>
  )
}

type FieldErrors = Partial<Record<'price' | 'date' | 'note', string>>

function SaleForm({ car, onClose }: { car: Car; onClose: () => void }) {
  const dispatch = useAppDispatch()
  const [setCarState, { isLoading }] = useSetCarStateMutation()
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const [rejection, setRejection] = useState<string | null>(null)
  const [today] = useState(() => getLocalDay(new Date()))

  async function handleSubmit(form: HTMLFormElement) {
    if (isLoading) return
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>
    const parsed = stateInput.safeParse({ state: 'sold-elsewhere', ...fields }, { error: getInputMessage })
    if (!parsed.success)
      return setFieldErrors(
        errorsAt(parsed.error.issues.map(({ path, message }) => ({ path: String(path[0]), message }))),
      )
    const { data, error } = await setCarState({ params: { id: car._id }, body: parsed.data })
    if (!data) {
      const { message, errors = [] } = toProblem(error)
      setFieldErrors(errorsAt(errors))
      return setRejection(errors.length > 0 ? null : message)
    }
    dispatch(toastUndoable(`${formatCarTitle(car)} is marked as sold elsewhere`, data, () => 'Undone'))
    onClose()
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void handleSubmit(event.currentTarget)
      }}
    >
      <TextField
        label="Price it sold for"
        name="price"
        inputMode="decimal"
        defaultValue={car.priceMinor === null ? '' : car.resellPrice}
        error={fieldErrors.price}
      />
      <TextField
        label="Date"
        name="date"
        type="date"
        max={today}
        defaultValue={today}
        error={fieldErrors.date}
      />
      <TextArea
        label="Note"
        name="note"
        optional
        rows={3}
        maxLength={MAX_SALE_NOTE_LENGTH}
        hint="Only you and our team can read it."
        error={fieldErrors.note}
      />
      <DialogFormEnd onCancel={onClose} loading={isLoading} errorMessage={rejection}>
        Mark as sold
      </DialogFormEnd>
    </form>
  )
}

function errorsAt(errors: readonly { path: string; message: string }[]): FieldErrors {
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]))
}
