import type { CarFormControls } from './car-form.ts'

const markFields = ['view', 'x', 'y', 'kind', 'size', 'note', 'photo'] as const

export interface MarkError {
  field: (typeof markFields)[number]
  message: string
}

/** Returns the errors of one mark of the form, as rejected by the server. */
export function listMarkErrors(form: CarFormControls, index: number): MarkError[] {
  return markFields.flatMap((field) => {
    const { error } = form.getFieldState(`marks.${index}.${field}`, form.formState)
    return error?.message ? { field, message: error.message } : []
  })
}

/**
 * Moves the errors of marks along with their marks.
 * @param errors the errors of each mark, in the new order
 */
export function replaceMarkErrors(form: CarFormControls, errors: readonly (readonly MarkError[])[]): void {
  form.clearErrors('marks')
  for (const [index, ofMark] of errors.entries())
    for (const { field, message } of ofMark) form.setError(`marks.${index}.${field}`, { message })
}
