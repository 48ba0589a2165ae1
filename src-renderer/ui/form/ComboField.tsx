import { Combobox } from '@base-ui/react/combobox'
import { ChevronDown } from 'lucide-react'
import { Suspense, useState, type Ref } from 'react'
import { removeAccents } from '../../../contract/plain-text.ts'
import { Field, type FieldTexts } from './Field.tsx'
import { createLazyPart } from '../lazy-part.tsx'
import './combo-field.css'
import type { OptionGroup } from './ComboOptions.tsx'

const ComboOptions = createLazyPart(
  () => import('./ComboOptions.tsx').then((module) => module.ComboOptions),
  'nothing',
)

interface ComboFieldProps extends FieldTexts {
  groups: readonly OptionGroup[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  onFocus?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
  placeholder?: string
  emptyText: string
}

/** Renders a select for long lists. Users type part of a name, ignoring case and accents. */
export function ComboField(props: ComboFieldProps) {
  const { groups, value, onChange, onBlur, onFocus, name, ref, placeholder, emptyText, ...field } = props
  const [typed, setTyped] = useState<string>()

  /** Selects an option whose name was typed in full but not picked from the list. */
  function handleBlur() {
    const typedName = normalize(typed ?? value)
    const matchingOption = groups
      .flatMap(({ items }) => items)
      .find((option) => normalize(option) === typedName)
    if (typed !== undefined && (matchingOption ?? '') !== value && (matchingOption || typedName === ''))
      onChange(matchingOption ?? '')
    setTyped(undefined)
    onBlur?.()
  }

  return (
    <Field {...field}>
      {({ id, ...described }) => (
        <Combobox.Root
          items={groups}
          value={value || null}
          onValueChange={(next: string | null) => {
            setTyped(undefined)
            onChange(next ?? '')
          }}
          inputValue={typed ?? value}
          onInputValueChange={(next, { reason }) => {
            if (reason === 'input-change' || reason === 'input-clear') setTyped(next)
          }}
          filter={(option: string, query: string) => normalize(option).includes(normalize(query))}
          autoHighlight
        >
          <Combobox.InputGroup className="combo">
            <Combobox.Input
              ref={ref}
              id={id}
              name={name}
              className="input"
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
              onFocus={onFocus}
              onBlur={handleBlur}
              // Enter chooses an option and never submits the form.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              {...described}
            />
            <Combobox.Trigger className="combo-open" tabIndex={-1} aria-label="Show all">
              <ChevronDown aria-hidden="true" />
            </Combobox.Trigger>
          </Combobox.InputGroup>
          <Suspense fallback={null}>
            <ComboOptions emptyText={emptyText} />
          </Suspense>
        </Combobox.Root>
      )}
    </Field>
  )
}

function normalize(text: string): string {
  return removeAccents(text).trim().toLowerCase()
}
