import { useEffect, useEffectEvent, useId, useRef, type MouseEvent } from 'react'
import { useWatch } from 'react-hook-form'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { NativeInput } from '../../ui/controls/native-controls.ts'
import { usePhotoUrl } from '../../ui/form/use-photo-url.ts'
import type { CarFormControls } from './car-form.ts'
import type { FormPhoto } from './use-photos.ts'
import './cover-focus.css'

interface CoverFocusProps {
  form: CarFormControls
  cover: FormPhoto
  isBusy: boolean
}

const MIDDLE = '50 50'

/** Lets a seller fill the card's frame with the cover photo and choose which point stays visible. */
export function CoverFocus({ form, cover, isBusy }: CoverFocusProps) {
  const id = useId()
  const focus = useWatch({ control: form.control, name: 'coverFocus' }) ?? null
  const fileUrl = usePhotoUrl(cover.file, 800)
  const [x, y] = (focus ?? MIDDLE).split(' ').map(Number) as [number, number]

  const change = (next: string | null) => form.setValue('coverFocus', next, { shouldDirty: true })
  const lastCover = useRef(cover.key)
  // The stored point belongs to the previous cover photo.
  const resetFocus = useEffectEvent((key: string) => {
    if (key === lastCover.current) return
    lastCover.current = key
    if (focus !== null) change(null)
  })
  useEffect(() => resetFocus(cover.key), [cover.key])

  function handleClick({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const percent = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 100)
    change(`${percent((clientX - left) / width)} ${percent((clientY - top) / height)}`)
  }

  return (
    <div className="flex flex-col gap-3">
      <Checkbox
        label="Fill the frame with the cover photo"
        hint="Cards otherwise show all of a tall or wide photo."
        checked={focus !== null}
        disabled={isBusy}
        onChange={({ currentTarget }) => change(currentTarget.checked ? MIDDLE : null)}
      />
      {focus !== null && (
        <div className="flex flex-wrap items-start gap-4">
          <span aria-hidden="true" className="cover-focus" onClick={handleClick}>
            <img src={fileUrl || cover.url || ''} alt="" draggable={false} />
            <span
              ref={(mark) => {
                if (mark) Object.assign(mark.style, { left: `${x}%`, top: `${y}%` })
              }}
            />
          </span>
          <div className="flex min-w-0 grow basis-40 flex-col gap-3">
            <p id={id} className="text-small text-muted">
              Choose the point that stays in sight: press it in the photo, or move it here.
            </p>
            {(
              [
                ['From the left', x, (value: number) => `${value} ${y}`],
                ['From the top', y, (value: number) => `${x} ${value}`],
              ] as const
            ).map(([label, value, toFocus]) => (
              <label key={label} className="flex flex-col text-small">
                {label}
                <NativeInput
                  type="range"
                  min={0}
                  max={100}
                  step={5}
                  value={value}
                  disabled={isBusy}
                  aria-describedby={id}
                  aria-valuetext={`${value}%`}
                  className="cover-focus-range"
                  onChange={({ currentTarget }) => change(toFocus(Number(currentTarget.value)))}
                />
              </label>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
