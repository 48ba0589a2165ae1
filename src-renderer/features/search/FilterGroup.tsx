import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { NativeButton } from '../../ui/native-controls.ts'

interface FilterGroupProps {
  title: string
  /** Whether it starts open; one that narrows the list does. */
  isOpenAtFirst?: boolean
  children: ReactNode
}

/** Filters of one kind, which can be folded away. */
export function FilterGroup({ title, isOpenAtFirst = true, children }: FilterGroupProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <fieldset className="card">
      <legend className="float-left w-full">
        <NativeButton
          type="button"
          className="filter-group-head"
          aria-expanded={isOpen}
          data-open={isOpen || undefined}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
          <ChevronDown aria-hidden="true" />
        </NativeButton>
      </legend>
      <div id={id} hidden={!isOpen} className="clear-both px-4.5 pb-4.5">
        <div className="flex flex-col gap-4">{children}</div>
      </div>
    </fieldset>
  )
}
