import { Suspense, useState } from 'react'
import { buildCarName } from '../../../contract/cars/car-name.ts'
import { choiceFacts } from '../../../contract/cars/car-choices.ts'
import { carsPatch, type Car } from '../../../contract/cars/cars.ts'
import { formatCount } from '../../../contract/number-format.ts'
import { getInputMessage } from '../../../contract/api/input-messages.ts'
import { formatMoney, parsePrice, getStepPrice, type PriceStep } from '../../../contract/money.ts'
import { formatProblem, toProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import { findCurrentRow } from '../../ui/table/current-row.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogFormEnd } from '../../ui/overlays/DialogFormEnd.tsx'
import { joinNames } from '../../ui/join-names.ts'
import { Select } from '../../ui/form/Select.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { createLazyPart } from '../../ui/lazy-part.tsx'
import { useShareText } from '../payouts/payouts.api.ts'
import { toastUndoable } from '../undo/undo.api.ts'
import { fieldLabels } from './car-form.ts'
import { getResellPriceNote } from './resell-price-note.ts'
import { useUpdateCarsMutation } from './cars.api.ts'

const PricePreview = createLazyPart(
  () => import('./PricePreview.tsx').then((module) => module.PricePreview),
  'nothing',
)

export type ChangeableField = 'resellPrice' | 'location' | 'condition'

export interface CarsChange {
  field: ChangeableField
  cars: readonly Car[]
}

interface ChangeCarsDialogProps {
  /** Null while the dialog is closed. */
  change: CarsChange | null
  onClose: () => void
}

/**
 * Sets one field of all selected cars, or changes each price by the same step. The change applies to all of
 * the cars or to none.
 */
export function ChangeCarsDialog({ change, onClose }: ChangeCarsDialogProps) {
  // Keeps the last change rendered during the closing animation.
  const [last, setLast] = useState(change)
  if (change && change !== last) setLast(change)
  if (!last) return null

  return (
    <Dialog
      isOpen={change !== null}
      onClose={onClose}
      returnTo={findCurrentRow}
      title={`Change ${fieldLabels[last.field].toLowerCase()}`}
      description={`On ${joinNames(last.cars.map(buildCarName))}. If one can’t be changed, none are.`}
    >
      <ChangeForm key={last.field} {...last} onClose={onClose} />
    </Dialog>
  )
}

interface ChangeFormProps extends CarsChange {
  onClose: () => void
}

function ChangeForm({ cars, field, onClose }: ChangeFormProps) {
  const dispatch = useAppDispatch()
  const [updateCars, { isLoading }] = useUpdateCarsMutation()
  const shareTextOf = useShareText()
  const [way, setWay] = useState<PriceWay>('set')
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()

  async function handleSubmit() {
    if (isLoading) return
    const change = field === 'resellPrice' ? priceChange(way, value) : { [field]: value }
    const parsed = carsPatch.safeParse(
      { ids: cars.map(({ _id }) => _id), change },
      { error: getInputMessage },
    )
    if (!parsed.success) return setError(parsed.error.issues[0]?.message)
    const response = await updateCars({ body: parsed.data })
    if (response.error) return setError(formatProblem(toProblem(response.error)))
    const text = `${fieldLabels[field]} changed on ${formatCount(cars.length, 'car')}`
    dispatch(toastUndoable(text, response.data, (restored) => changedBack(restored, cars)))
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
      {field === 'resellPrice' && (
        <Select
          label="Change"
          className="mb-4"
          options={priceModes}
          value={way}
          onChange={(event) => {
            setWay(event.target.value as PriceWay)
            setError(undefined)
          }}
        />
      )}
      {field === 'condition' ? (
        <Select
          {...shared}
          placeholder="Choose a condition"
          options={choiceFacts.condition.options}
          onChange={(event) => setValue(event.target.value)}
        />
      ) : (
        <TextField
          {...shared}
          {...(field === 'resellPrice' && { label: priceLabels[way], inputMode: 'decimal' })}
          hint={
            field === 'resellPrice' && (
              <span role="status">{priceNote({ cars, way, value, shareTextOf })}</span>
            )
          }
          onChange={(event) => setValue(event.target.value)}
        />
      )}
      {field === 'resellPrice' && (
        <Suspense fallback={null}>
          <PricePreview cars={cars} newPriceOf={({ priceMinor }) => newPrice(priceMinor, way, value)} />
        </Suspense>
      )}
      <DialogFormEnd onCancel={onClose} loading={isLoading}>
        Change {formatCount(cars.length, 'car')}
      </DialogFormEnd>
    </form>
  )
}

type PriceWay = 'set' | PriceStep['unit']

const priceModes: { value: PriceWay; label: string }[] = [
  { value: 'set', label: 'Set one price' },
  { value: 'percent', label: 'By percent' },
  { value: 'cents', label: 'By amount' },
]
const priceLabels: Record<PriceWay, string> = {
  set: fieldLabels.resellPrice,
  percent: 'Percent',
  cents: 'Amount',
}

function priceChange(way: PriceWay, value: string) {
  return way === 'set' ? { resellPrice: value } : { priceBy: readStep(way, value) }
}

/** Returns a car's price in cents after the typed change, or null if the input is not complete. */
function newPrice(priceMinor: number | null, way: PriceWay, value: string): number | null {
  if (way === 'set') return parsePrice(value)
  const step = readStep(way, value)
  return Number.isNaN(step.by) ? null : getStepPrice(priceMinor, step)
}

/** Parses a price step such as `-5`, `5 %`, `-1,250`, or `$500`. The schema rejects other text. */
function readStep(unit: PriceStep['unit'], value: string): PriceStep {
  const trimmed = value.trim()
  const digits = trimmed
    .replace(/^[-−+]/, '')
    .replace(/%$/, '')
    .trim()
  const amount = unit === 'cents' ? parsePrice(digits) : digits === '' ? null : Number(digits)
  return { unit, by: (amount ?? Number.NaN) * (/^[-−]/.test(trimmed) ? -1 : 1) }
}

interface PriceNoteInput {
  cars: readonly Car[]
  way: PriceWay
  value: string
  shareTextOf: ReturnType<typeof useShareText>
}

/**
 * Returns a note about the typed price. For a step, the note contains the first car's new price as an example.
 */
function priceNote({ cars, way, value, shareTextOf }: PriceNoteInput): string | undefined {
  if (way === 'set') return getResellPriceNote(value) ?? shareTextOf(parsePrice(value), cars[0]!)
  const example = cars.find(({ priceMinor }) => priceMinor !== null)
  const step = readStep(way, value)
  if (!example || Number.isNaN(step.by))
    return way === 'percent' ? 'For example, -5 or 10' : 'For example, -500 or 1,250, in US dollars'
  const next = getStepPrice(example.priceMinor, step)
  const share = shareTextOf(next, example)
  return `${buildCarName(example)}: ${formatMoney(example.priceMinor!)} becomes ${next === null ? 'a price cards can’t pay' : formatMoney(next)}${share ? `. ${share}` : ''}`
}

function changedBack(restored: number, cars: readonly Car[]): string {
  const count = formatCount(cars.length, 'car')
  if (restored === cars.length) return `${count} changed back`
  return `${restored} of ${count} changed back; the others have been changed or bought since`
}
