import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { findMarkArea, type MarkView } from '../../../contract/cars/mark-areas.ts'
import { MAX_MARKS, type Mark } from '../../../contract/cars/marks.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { listMarkErrors, replaceMarkErrors, type MarkError } from './mark-errors.ts'
import type { CarFormControls, CarFormInput } from './car-form.ts'

export type FormMark = NonNullable<CarFormInput['marks']>[number]

export interface Point {
  view: MarkView
  x: number
  y: number
}

export interface Marks {
  /** Null if the seller has not stated whether the car has marks. */
  list: readonly FormMark[] | null
  /** The index of the mark that is edited, or null. */
  current: number | null
  /** Number of marks placed so far, including deleted ones. */
  placedCount: number
  /** The text that screen readers announce. */
  announcement: string
  place: (point: Point) => void
  edit: (index: number | null) => void
  change: (index: number, changes: Partial<Mark>) => void
  remove: (index: number) => void
  /** States that the car has no marks, or withdraws the statement. */
  stateNone: (isStated: boolean) => void
  announce: (text: string) => void
  /** Returns the errors of a mark that the server has rejected. A field has none once it changes. */
  errorsOf: (index: number) => MarkError[]
}

/** Two marks within this distance in percent would cover each other. */
const NEAR = 2

/** Manages the marks of the form's car. A new mark has the kind and size of the one before it. */
export function useMarks(form: CarFormControls): Marks {
  const list = useWatch({ control: form.control, name: 'marks' }) ?? null
  const [current, setCurrent] = useState<number | null>(null)
  const [placedCount, setPlacedCount] = useState(0)
  const [announcement, announce] = useState('')
  const last = useRef<Pick<Mark, 'kind' | 'size'>>({ kind: 'scratch', size: 'small' })
  const marks = list ?? []
  const errorsOf = (index: number) => listMarkErrors(form, index)

  function save(next: FormMark[] | null) {
    form.setValue('marks', next, { shouldDirty: true })
  }

  function place(point: Point) {
    if (isFull(marks)) return
    const mark = { ...last.current, ...besideOthers(point, marks), note: '', photo: null }
    save([...marks, mark])
    setCurrent(marks.length)
    setPlacedCount(placedCount + 1)
    announce(`Mark ${marks.length + 1} added: ${findMarkArea(mark.view, mark.x, mark.y).label}.`)
  }

  function change(index: number, changes: Partial<Mark>) {
    const { kind, size } = { ...marks[index]!, ...changes }
    last.current = { kind, size }
    save(marks.map((mark, place) => (place === index ? { ...mark, ...changes } : mark)))
    for (const name of Object.keys(changes) as (keyof Mark)[]) form.clearErrors(`marks.${index}.${name}`)
  }

  function remove(index: number) {
    const removed = marks[index]!
    const rest = marks.filter((_, place) => place !== index)
    // Without marks, nothing is stated until the seller states that the car has none.
    save(rest.length > 0 ? rest : null)
    replaceMarkErrors(form, marks.map((_, place) => errorsOf(place)).toSpliced(index, 1))
    setCurrent(null)
    toast.info(`Mark ${index + 1} deleted`, {
      action: { label: 'Undo', onAction: () => restore(index, removed) },
    })
  }

  function restore(index: number, mark: FormMark) {
    const remaining = form.getValues('marks') ?? []
    if (isFull(remaining)) return
    save(remaining.toSpliced(index, 0, mark))
    replaceMarkErrors(form, remaining.map((_, place) => errorsOf(place)).toSpliced(index, 0, []))
    setCurrent((open) => (open !== null && open >= index ? open + 1 : open))
    announce(`Mark ${index + 1} is back.`)
  }

  function stateNone(isStated: boolean) {
    save(isStated ? [] : null)
    setCurrent(null)
  }

  return {
    list,
    current,
    placedCount,
    announcement,
    place,
    edit: setCurrent,
    change,
    remove,
    stateNone,
    announce,
    errorsOf,
  }
}

/** Reports whether the car has as many marks as possible, and shows a notice if so. */
function isFull(marks: readonly FormMark[]): boolean {
  if (marks.length < MAX_MARKS) return false
  toast.info(`A car can have up to ${MAX_MARKS} marks.`)
  return true
}

/** Moves a point to the side, and down at the edge, until it covers no other mark. */
function besideOthers(point: Point, marks: readonly FormMark[]): Point {
  const isCovered = marks.some(
    ({ view, x, y }) => view === point.view && Math.hypot(x - point.x, y - point.y) < NEAR,
  )
  if (!isCovered) return point
  const [x, y] = [point.x + 2 * NEAR, point.y + 2 * NEAR]
  return besideOthers(x <= 100 ? { ...point, x } : { ...point, x: x - 100, y: y % 100 }, marks)
}
