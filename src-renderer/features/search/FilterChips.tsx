import { X } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { Chip, Filters } from './search-filters.ts'
import { NativeButton } from '../../ui/controls/native-controls.ts'

interface FilterChipsProps {
  chips: readonly Chip[]
  onChange: (next: Filters) => void
  /** Called when no chips remain, to move the focus elsewhere. */
  onEmptied: () => void
}

/** Shows the active filters as chips. Clicking one removes its filter and focuses the next. */
export function FilterChips({ chips, onChange, onEmptied }: FilterChipsProps) {
  if (chips.length === 0) return null

  function remove(event: MouseEvent<HTMLButtonElement>, { without }: Chip) {
    const item = event.currentTarget.closest('li')
    const next = item?.nextElementSibling ?? item?.previousElementSibling
    next?.querySelector('button')?.focus()
    if (chips.length === 1) onEmptied()
    onChange(without)
  }

  return (
    <ul className="flex flex-wrap gap-2" aria-label="Chosen filters">
      {chips.map((chip) => (
        <li key={`${chip.filter} ${chip.text}`} className="max-w-full">
          <NativeButton
            type="button"
            className="chip min-h-11! max-w-full"
            data-active
            aria-label={`Remove ${chip.text}`}
            onClick={(event) => remove(event, chip)}
          >
            <span className="truncate">{chip.text}</span>
            <X aria-hidden="true" className="size-4 flex-none" />
          </NativeButton>
        </li>
      ))}
      <li>
        <NativeButton
          type="button"
          className="chip min-h-11!"
          onClick={() => {
            onEmptied()
            onChange({})
          }}
        >
          Clear all
        </NativeButton>
      </li>
    </ul>
  )
}
