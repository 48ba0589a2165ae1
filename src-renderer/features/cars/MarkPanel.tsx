import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'
import {
  MAX_MARK_NOTE_LENGTH,
  markKindLabels,
  markKinds,
  markSizeLabels,
  markSizes,
  getMarkPlace,
  type Mark,
} from '../../../contract/cars/marks.ts'
import { Button, IconButton } from '../../ui/controls/Button.tsx'
import { NativeInput } from '../../ui/controls/native-controls.ts'
import { Fieldset } from '../../ui/form/Field.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { FormMark, Marks } from './use-marks.ts'

interface MarkPanelProps {
  marks: Marks
  list: readonly FormMark[]
  index: number
  /** The URLs of the car's uploaded photos. */
  photos: readonly string[]
  /** True if the panel was opened by keyboard, so that it receives the focus. */
  takesFocus: boolean
  /** Called with the index of the mark to focus. */
  onClose: (index: number) => void
}

/** Edits one mark: its kind, size, note, and photo. */
export function MarkPanel({ marks, list, index, photos, takesFocus, onClose }: MarkPanelProps) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const mark = list[index]!
  const change = (changes: Partial<Mark>) => marks.change(index, changes)
  const errors = marks.errorsOf(index)
  const errorAt = (field: keyof Mark) => errors.find((error) => error.field === field)?.message
  const placeError = errorAt('view') ?? errorAt('x') ?? errorAt('y')
  function handleDone() {
    marks.edit(null)
    onClose(index)
  }

  function handleDelete() {
    marks.remove(index)
    onClose(Math.min(index, list.length - 2))
  }

  const turn = (by: number) => marks.edit((index + by + list.length) % list.length)

  const appear = useEffectEvent(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
    if (takesFocus) panel.current?.focus({ preventScroll: true })
  })
  useEffect(() => appear(), [])

  return (
    <section ref={panel} aria-labelledby={id} tabIndex={-1} className="mark-panel">
      <div className="flex items-center gap-2">
        <h3 id={id} className="min-w-0 grow font-bold">
          Mark {index + 1} of {list.length}:{' '}
          <span className="block font-normal text-muted">{getMarkPlace(mark)}</span>
        </h3>
        <IconButton label="Previous mark" disabled={list.length < 2} onClick={() => turn(-1)}>
          <ChevronLeft />
        </IconButton>
        <IconButton label="Next mark" disabled={list.length < 2} onClick={() => turn(1)}>
          <ChevronRight />
        </IconButton>
      </div>
      {placeError && <p className="field-error">{placeError}</p>}
      <Options
        label="Kind"
        options={markKinds.map((value) => ({ value, content: markKindLabels[value] }))}
        value={mark.kind}
        error={errorAt('kind')}
        onChange={(kind) => change({ kind })}
      />
      <Options
        label="Size"
        options={markSizes.map((value) => ({ value, content: markSizeLabels[value] }))}
        value={mark.size}
        error={errorAt('size')}
        onChange={(size) => change({ size })}
      />
      <TextField
        label="Note"
        optional
        value={mark.note ?? ''}
        error={errorAt('note')}
        maxLength={MAX_MARK_NOTE_LENGTH}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {photos.length > 0 && (
        <Options
          label="Photo of the mark"
          options={[
            { value: '', content: 'None' },
            ...photos.map((url, place) => ({ value: url, content: <Thumb url={url} place={place} /> })),
          ]}
          value={mark.photo ?? ''}
          error={errorAt('photo')}
          onChange={(photo) => change({ photo: photo || null })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={handleDone}>
          Done
        </Button>
        <Button variant="ghost" onClick={handleDelete}>
          <Trash2 aria-hidden="true" className="size-4" /> Delete
          <span className="sr-only">mark {index + 1}</span>
        </Button>
      </div>
    </section>
  )
}

function Thumb({ url, place }: { url: string; place: number }) {
  return (
    <>
      <span className="sr-only">Photo {place + 1}</span>
      <img src={url} alt="" loading="lazy" />
    </>
  )
}

interface OptionsProps<Value extends string> {
  label: string
  options: readonly { value: Value; content: ReactNode }[]
  value: Value
  error: string | undefined
  onChange: (value: Value) => void
}

/** Renders radio buttons as compact chips, so that one press chooses an option. */
function Options<Value extends string>({ label, options, value, error, onChange }: OptionsProps<Value>) {
  const name = useId()
  return (
    <Fieldset label={label} error={error}>
      {() => (
        <div className="mark-options">
          {options.map((option) => (
            <label
              key={option.value}
              className="mark-option"
              data-photo={typeof option.content === 'string' ? undefined : ''}
            >
              <NativeInput
                type="radio"
                name={name}
                className="sr-only"
                checked={option.value === value}
                onChange={() => onChange(option.value)}
              />
              {option.content}
            </label>
          ))}
        </div>
      )}
    </Fieldset>
  )
}
