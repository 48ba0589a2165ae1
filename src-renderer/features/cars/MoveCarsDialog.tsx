import { useState } from 'react'
import { getLocalDay } from '../../../contract/calendar-day.ts'
import type { StatesSet } from '../../../contract/cars/car-life.ts'
import { MAX_SALE_NOTE_LENGTH, statesInput, toRequestedState } from '../../../contract/cars/car-life.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { formatCount } from '../../../contract/number-format.ts'
import { getInputMessage } from '../../../contract/api/input-messages.ts'
import { formatProblem, toProblem } from '../../api/problem.ts'
import { useMe } from '../../session/use-session.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { findCurrentRow } from '../../ui/table/current-row.ts'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { DialogFormEnd } from '../../ui/overlays/DialogFormEnd.tsx'
import { joinNames } from '../../ui/join-names.ts'
import { TextArea, TextField } from '../../ui/form/TextField.tsx'
import { toastUndoable } from '../undo/undo.api.ts'
import { formatMoveResult, sortForMove, type BulkMove } from './bulk-moves.ts'
import { formatCarTitle } from './car-form.ts'
import { useSetCarStatesMutation } from './cars.api.ts'
import { SkippedCars } from './SkippedCars.tsx'

export interface CarsMove {
  move: BulkMove
  cars: readonly Car[]
}

interface MoveCarsDialogProps {
  /** Null while the dialog is closed. */
  moving: CarsMove | null
  onClose: () => void
}

/**
 * Moves several cars to another state. Shows in advance which can change, and afterward which did not and
 * why.
 */
export function MoveCarsDialog({ moving, onClose }: MoveCarsDialogProps) {
  const me = useMe()
  // Keeps the last state change rendered during the closing animation.
  const [last, setLast] = useState(moving)
  const [stayed, setStayed] = useState<StatesSet['stayed']>([])
  if (moving && moving !== last) {
    setLast(moving)
    setStayed([])
  }
  if (!last) return null
  const { able, unable } = sortForMove(last.cars, last.move.to, me)

  return (
    <Dialog
      isOpen={moving !== null}
      onClose={onClose}
      returnTo={findCurrentRow}
      title={`${last.move.label}: ${formatCount(able.length, 'car')}`}
      description={`${joinNames(able.map(formatCarTitle))}. ${last.move.meaning}`}
    >
      {stayed.length > 0 ? (
        <SkippedNotice stayed={stayed} onClose={onClose} />
      ) : (
        <MoveForm move={last.move} able={able} unable={unable} onStayed={setStayed} onClose={onClose} />
      )}
    </Dialog>
  )
}

function SkippedNotice({ stayed, onClose }: { stayed: StatesSet['stayed']; onClose: () => void }) {
  const byReason = Map.groupBy(stayed, ({ reason }) => reason)
  return (
    <>
      <SkippedCars
        title={`${formatCount(stayed.length, 'car')} stayed`}
        reasons={Array.from(byReason, ([reason, cars]) => ({
          reason,
          names: cars.map(({ carName }) => carName),
        }))}
        isAlert
      />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </>
  )
}

interface MoveFormProps extends ReturnType<typeof sortForMove> {
  move: BulkMove
  onStayed: (stayed: StatesSet['stayed']) => void
  onClose: () => void
}

function MoveForm({ move: { to, act, done }, able, unable, onStayed, onClose }: MoveFormProps) {
  const dispatch = useAppDispatch()
  const [setCarStates, { isLoading }] = useSetCarStatesMutation()
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [today] = useState(() => getLocalDay(new Date()))
  const skippedCount = [...unable.values()].flat().length

  async function handleSubmit(form: HTMLFormElement) {
    if (isLoading) return
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>
    const ids = able.map(({ _id }) => _id)
    const parsed = statesInput.safeParse(
      { ...fields, state: toRequestedState(to), ids },
      { error: getInputMessage },
    )
    if (!parsed.success) return setErrorMessage(parsed.error.issues[0]!.message)
    const { data, error } = await setCarStates({ body: parsed.data })
    if (error) return setErrorMessage(formatProblem(toProblem(error)))
    const putBack = (restored: number) => `${formatCount(restored, 'car')} put back`
    if (data.modifiedCount > 0) dispatch(toastUndoable(formatMoveResult(data, done), data, putBack))
    if (data.stayed.length > 0) onStayed(data.stayed)
    else onClose()
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
      {to === 'sold-elsewhere' && (
        <>
          <TextField label="Date" name="date" type="date" max={today} defaultValue={today} />
          <TextArea
            label="Note"
            name="note"
            optional
            rows={3}
            maxLength={MAX_SALE_NOTE_LENGTH}
            hint="Only you and our team can read it."
          />
        </>
      )}
      {skippedCount > 0 && (
        <SkippedCars
          title={`${formatCount(skippedCount, 'selected car')} can’t, and ${skippedCount === 1 ? 'stays' : 'stay'}`}
          reasons={Array.from(unable, ([reason, cars]) => ({ reason, names: cars.map(formatCarTitle) }))}
        />
      )}
      <DialogFormEnd onCancel={onClose} loading={isLoading} errorMessage={errorMessage}>
        {act(formatCount(able.length, 'car'))}
      </DialogFormEnd>
    </form>
  )
}
