import { useState, type FormEvent } from 'react'
import { importLimits } from '../../../contract/import-limits.ts'
import type { WatchLimits } from '../../../contract/desktop/watched-folder.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { toast } from '../../ui/overlays/toast.ts'

interface WatchLimitsFormProps {
  limits: WatchLimits
  onSave: (limits: WatchLimits) => Promise<boolean>
}

type Missing = 'leave' | 'cars' | 'percent'

const FIRST_SHARE = 5

/** Edits the limits for importing a watched-folder file without confirmation. */
export function WatchLimitsForm({ limits, onSave }: WatchLimitsFormProps) {
  const [chosen, setChosen] = useState(limits)
  const missing: Missing = chosen.offLot?.unit ?? 'leave'
  const set = (change: Partial<WatchLimits>) => setChosen((before) => ({ ...before, ...change }))

  function chooseMissing(next: Missing) {
    const upTo = Math.min(chosen.offLot?.upTo ?? FIRST_SHARE, 100)
    set({ offLot: next === 'leave' ? null : { upTo, unit: next } })
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (await onSave(chosen)) toast.success('Limits saved')
  }

  return (
    <form aria-label="Limits" className="flex flex-col gap-4" onSubmit={(event) => void handleSubmit(event)}>
      <div className="grid gap-4 sm:grid-cols-3">
        <Limit label="New cars, up to" value={chosen.create} onChange={(create) => set({ create })} />
        <Limit label="Changed cars, up to" value={chosen.update} onChange={(update) => set({ update })} />
        <Limit label="Rows with errors, up to" value={chosen.error} onChange={(error) => set({ error })} />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Select
          label="Listed cars that a file lacks"
          className="sm:col-span-2"
          value={missing}
          options={[
            { value: 'leave', label: 'Leave them listed' },
            { value: 'cars', label: 'Unlist them, up to a number' },
            { value: 'percent', label: 'Unlist them, up to a share of those listed' },
          ]}
          onChange={({ target }) => chooseMissing(target.value as Missing)}
        />
        {chosen.offLot && (
          <Limit
            label={chosen.offLot.unit === 'cars' ? 'Unlisted cars, up to' : 'Percent, up to'}
            max={chosen.offLot.unit === 'cars' ? importLimits.rows : 100}
            value={chosen.offLot.upTo}
            onChange={(upTo) => set({ offLot: { ...chosen.offLot!, upTo } })}
          />
        )}
      </div>
      <div>
        <Button type="submit" variant="secondary" size="small">
          Save limits
        </Button>
      </div>
    </form>
  )
}

interface LimitProps {
  label: string
  value: number
  max?: number
  onChange: (value: number) => void
}

/** Edits one limit. An empty field means 0. */
function Limit({ label, value, max = importLimits.rows, onChange }: LimitProps) {
  const within = (typed: number | null) => Math.min(max, Math.max(0, Math.round(typed ?? 0)))
  return (
    <NumberField
      label={label}
      min={0}
      max={max}
      value={value}
      onChange={(typed) => onChange(within(typed))}
    />
  )
}
