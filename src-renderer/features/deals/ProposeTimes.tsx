import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod'
import { requiredText } from '../../../contract/api/fields.ts'
import { MAX_HANDOVER_DAYS, type Deal } from '../../../contract/deals.ts'
import { MAX_PLACE_LENGTH } from '../../../contract/map-link.ts'
import { toProblem } from '../../api/problem.ts'
import { getServerTime } from '../../api/server-clock.ts'
import { suggestHandoverTime } from '../../ui/calendar-file.ts'
import { Button, IconButton } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useSetHandoverMutation } from './deal.api.ts'
import { parseDateAndTime, toDateInput } from './handover-times.ts'

const DAY_MS = 86_400_000

const dateInput = z.string().min(1, 'Choose a date.')
const timeInput = z.string().min(1, 'Choose a time.')
const moment = z
  .object({ date: dateInput, time: timeInput })
  .refine(({ date, time }) => (parseDateAndTime(date, time)?.getTime() ?? 0) > getServerTime(), {
    path: ['date'],
    message: 'Choose a time in the future.',
  })
const proposalForm = z.object({
  first: moment,
  second: moment.optional(),
  place: requiredText(MAX_PLACE_LENGTH, 'Enter a place.'),
})

interface ProposeTimesProps {
  deal: Deal
  onDone: () => void
  /** Undefined if the form can’t be closed, because a time is needed. */
  onCancel: (() => void) | undefined
}

export function ProposeTimes({ deal, onDone, onCancel }: ProposeTimesProps) {
  const { purchaseID, place, role, buyerName, sellerName } = deal
  const [setHandover, { isLoading }] = useSetHandoverMutation()
  const [message, setMessage] = useState<string | null>(null)
  const [hasSecond, setHasSecond] = useState(false)
  const start = suggestHandoverTime(new Date(getServerTime()))
  const form = useSchemaForm(proposalForm, { first: { date: toDateInput(start), time: '17:00' }, place })
  const { errors } = form.formState
  const days = {
    min: toDateInput(new Date(getServerTime())),
    max: toDateInput(new Date(getServerTime() + MAX_HANDOVER_DAYS * DAY_MS)),
  }
  const other = role === 'buyer' ? sellerName : buyerName

  function addSecond() {
    const nextDay = new Date(start.getTime() + DAY_MS)
    form.setValue('second', { date: toDateInput(nextDay), time: '17:00' })
    setHasSecond(true)
  }

  function removeSecond() {
    form.unregister('second')
    setHasSecond(false)
  }

  const handleSubmit = form.handleSubmit(async ({ first, second, place: typedPlace }) => {
    if (isLoading) return
    setMessage(null)
    const times = [first, second].flatMap((inputs) => {
      const time = inputs && parseDateAndTime(inputs.date, inputs.time)
      return time ? [time.toISOString()] : []
    })
    const { error } = await setHandover({ params: { purchaseID }, body: { times, place: typedPlace } })
    if (error) {
      const showAt = (field: 'first.date' | 'second.date') => (text: string) =>
        form.setError(field, { message: text })
      const others = { 'times.0': showAt('first.date'), 'times.1': showAt('second.date') }
      return setMessage(showFieldErrors(form, toProblem(error), ['place'], others))
    }
    toast.success('Proposal sent', { detail: `We’ve notified ${other}.` })
    onDone()
  })

  return (
    <form
      noValidate
      aria-label="Propose times"
      onSubmit={(event) => void handleSubmit(event)}
      className="flex flex-col gap-4 border-t border-line pt-4 compact:gap-3"
    >
      <div className="deal-time">
        <TextField
          label="Date"
          type="date"
          {...days}
          error={errors.first?.date?.message}
          {...form.register('first.date')}
        />
        <TextField
          label="Time"
          type="time"
          error={errors.first?.time?.message}
          {...form.register('first.time')}
        />
      </div>
      {hasSecond ? (
        <div className="deal-time" data-removable>
          <TextField
            label="Second date"
            type="date"
            {...days}
            error={errors.second?.date?.message}
            {...form.register('second.date')}
          />
          <TextField
            label="Second time"
            type="time"
            error={errors.second?.time?.message}
            {...form.register('second.time')}
          />
          <IconButton label="Remove the second time" onClick={removeSecond}>
            <X />
          </IconButton>
        </div>
      ) : (
        <Button variant="ghost" size="small" className="self-start" onClick={addSecond}>
          <Plus aria-hidden="true" />
          Add a second time
        </Button>
      )}
      <TextField
        label="Place"
        hint="A public place with daylight, such as a bank’s parking lot, is safest."
        maxLength={MAX_PLACE_LENGTH}
        error={errors.place?.message}
        {...form.register('place')}
      />
      {message && (
        <Notice tone="danger" isAlert>
          <p>{message}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={isLoading}>
          {hasSecond ? 'Propose times' : 'Propose time'}
        </Button>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
