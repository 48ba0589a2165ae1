import { createContext, use, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { carsPatch, type Car } from '../../../contract/cars/cars.ts'
import { parsePrice } from '../../../contract/money.ts'
import { getInputMessage } from '../../../contract/api/input-messages.ts'
import { formatProblem, toProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import { RowSteps } from '../../ui/table/console/row-steps.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useShareText } from '../payouts/payouts.api.ts'
import { toastUndoable } from '../undo/undo.api.ts'
import { CarTypedPrice } from './car-columns.tsx'
import { formatCarTitle } from './car-form.ts'
import { useUpdateCarsMutation } from './cars.api.ts'

/** The car whose price is being edited. */
interface PriceEditing {
  id: string | null
  edit: (id: string | null) => void
}

export const PriceEditing = createContext<PriceEditing>({ id: null, edit: () => undefined })

/** Shows a price in the console's table as text, or as a field that moves on to the next row's price. */
export function PriceCell({ car }: { car: Car }) {
  const { id } = use(PriceEditing)
  const [sent, setSent] = useState<{ text: string; error: string | null } | null>(null)
  const { save, isLoading } = useSaving(car, setSent)
  if (id === car._id)
    return <PriceField car={car} start={sent?.error ? sent.text : car.resellPrice} onSave={save} />
  if (isLoading && sent) return <span className="text-muted">{sent.text}</span>
  if (!sent?.error) return <CarTypedPrice car={car} />
  return (
    <span className="text-danger" title={sent.error} role="alert">
      {sent.text}
      <span className="sr-only">: {sent.error}</span>
    </span>
  )
}

function useSaving(car: Car, note: (sent: { text: string; error: string | null } | null) => void) {
  const dispatch = useAppDispatch()
  const [updateCars, { isLoading }] = useUpdateCarsMutation()

  async function save(text: string) {
    const body = carsPatch.safeParse(
      { ids: [car._id], change: { resellPrice: text } },
      { error: getInputMessage },
    )
    if (!body.success) return fail(text, body.error.issues[0]?.message ?? '')
    note({ text, error: null })
    const { data, error } = await updateCars({ body: body.data })
    if (!data) return fail(text, formatProblem(toProblem(error)))
    note(null)
    dispatch(toastUndoable(`Price of ${formatCarTitle(car)} changed`, data, () => 'Undone'))
  }

  /** Shows an error in the cell, which keeps the typed text for the next edit. */
  function fail(text: string, message: string) {
    note({ text, error: message })
    toast.error(`${formatCarTitle(car)}: ${message}`)
  }

  return { save, isLoading }
}

interface PriceFieldProps {
  car: Car
  start: string
  onSave: (text: string) => Promise<void>
}

function PriceField({ car, start, onSave }: PriceFieldProps) {
  const { edit } = use(PriceEditing)
  const steps = use(RowSteps)
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  const [text, setText] = useState(start)
  const shareTextOf = useShareText()
  const share = shareTextOf(parsePrice(text), car)

  useLayoutEffect(() => input.current?.select(), [])

  function leave(isSaved: boolean) {
    if (isDone.current) return
    isDone.current = true
    const typed = text.trim()
    if (isSaved && typed !== car.resellPrice.trim()) void onSave(typed)
    edit(null)
  }

  function handleKeyDown(event: KeyboardEvent) {
    // The row must not handle these keys.
    event.stopPropagation()
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    leave(event.key === 'Enter')
    if (event.key === 'Enter') steps.next()
    else steps.back()
  }

  return (
    <input
      ref={input}
      className="input cell-input"
      inputMode="decimal"
      aria-label={`Price of ${formatCarTitle(car)}`}
      title={share}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={handleKeyDown}
      onBlur={() => leave(true)}
      onClick={(event) => event.stopPropagation()}
    />
  )
}
