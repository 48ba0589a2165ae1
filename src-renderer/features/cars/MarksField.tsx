import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useController, useWatch } from 'react-hook-form'
import { markAreas, markViews } from '../../../contract/cars/mark-areas.ts'
import { formatMarkTitle } from '../../../contract/cars/marks.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { NativeButton } from '../../ui/controls/native-controls.ts'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { Select } from '../../ui/form/Select.tsx'
import type { CarFormControls } from './car-form.ts'
import { MarkPanel } from './MarkPanel.tsx'
import { MarkPlacer } from './MarkPlacer.tsx'
import { useMarks, type Point } from './use-marks.ts'
import './marks.css'

interface MarksFieldProps {
  form: CarFormControls
  /** The URLs of the car's uploaded photos. */
  photos: readonly string[]
}

/** Lets a seller mark damage on drawings of the car, by pointer, by keyboard, or by the name of a part. */
export function MarksField({ form, photos }: MarksFieldProps) {
  const hintId = useId()
  const body = useWatch({ control: form.control, name: 'body' }) || null
  const marks = useMarks(form)
  const [takesFocus, setTakesFocus] = useState(false)
  const list = marks.list ?? []
  const field = useRef<HTMLDivElement>(null)

  /**
   * Moves the focus from the closed panel to a mark in the list, or to the first drawing if there are no
   * marks.
   */
  function focusMark(index: number) {
    const row = field.current?.querySelectorAll<HTMLElement>('.mark-row')[index]
    ;(row ?? field.current?.querySelector<HTMLElement>('[role=application]'))?.focus()
  }

  /** Opens the first mark that the server has rejected, and focuses its panel. */
  const showError = useEffectEvent(() => {
    const index = list.findIndex((_, place) => marks.errorsOf(place).length > 0)
    if (index === -1) return focusMark(0)
    flushSync(() => marks.edit(index))
    field.current?.querySelector<HTMLElement>('.mark-panel')?.focus()
  })
  const { ref: setFocusTarget } = useController({ control: form.control, name: 'marks' }).field
  useEffect(() => {
    setFocusTarget({ focus: () => showError() })
  }, [setFocusTarget])

  return (
    <div
      ref={field}
      className="flex min-w-0 flex-col gap-4"
      onPointerDownCapture={() => setTakesFocus(false)}
      onKeyDownCapture={() => setTakesFocus(true)}
    >
      <p id={hintId} className="text-small text-muted">
        Tap the drawing where the car has a scratch, dent, or other mark.
        <span className="pointer-coarse:hidden">
          {' '}
          With the keyboard, the arrow keys move the crosshair (with Shift, farther), and Enter adds a mark.
        </span>
        {!body && ' The drawing shows a sedan until you choose the body type.'}
      </p>
      {list.length === 0 && (
        <Checkbox
          label="The car has no marks"
          hint="Buyers read “The seller says: no marks.”"
          checked={marks.list !== null}
          onChange={({ currentTarget }) => marks.stateNone(currentTarget.checked)}
        />
      )}
      <div className="mark-views" data-wide="">
        {markViews.map((view) => (
          <MarkPlacer key={view} {...{ body, view, marks, hintId }} />
        ))}
      </div>
      <AreaChoice onChoose={marks.place} />
      {marks.current !== null && list[marks.current] && (
        <MarkPanel
          key={marks.placedCount}
          {...{ marks, list, photos, takesFocus }}
          index={marks.current}
          onClose={focusMark}
        />
      )}
      {list.length > 0 && (
        <ol aria-label="Marks" className="mark-rows">
          {list.map((mark, index) => (
            <li key={index}>
              <NativeButton
                type="button"
                className="mark-row"
                data-current={index === marks.current || undefined}
                aria-expanded={index === marks.current}
                onClick={() => marks.edit(index === marks.current ? null : index)}
              >
                <span aria-hidden="true" className="mark-pin">
                  {index + 1}
                </span>
                <span className="min-w-0 wrap-anywhere">
                  <span className="sr-only">{`Mark ${index + 1}: `}</span>
                  {formatMarkTitle(mark)}
                  {mark.note && <span className="block text-small text-muted">{mark.note}</span>}
                  {marks.errorsOf(index).map(({ field: name, message }) => (
                    <span key={name} className="field-error block">
                      {message}
                    </span>
                  ))}
                </span>
              </NativeButton>
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {marks.announcement}
      </p>
    </div>
  )
}

/** Adds a mark to a part of the car that is chosen by name. */
function AreaChoice({ onChoose }: { onChoose: (point: Point) => void }) {
  const [label, setLabel] = useState('')
  const area = markAreas.find((one) => one.label === label)

  function handleAdd() {
    if (!area) return
    onChoose({ view: area.view, x: area.x, y: area.y })
    setLabel('')
  }

  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        className="min-w-0 grow basis-40"
        label="Or choose the part"
        placeholder="Part of the car"
        options={markAreas.map((one) => one.label)}
        value={label}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
      <Button variant="secondary" aria-disabled={!area} onClick={handleAdd}>
        Add a mark
      </Button>
    </div>
  )
}
