import { flushSync } from 'react-dom'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { ApiProblem } from '../../api/problem.ts'

/**
 * Shows each validation error of a rejected request at its field, and focuses the first invalid
 * field.
 * @param fields the form's fields, from top to bottom
 * @param otherFields functions by path that show errors of other input, such as a file
 * @returns the messages that the form can't show, or null if it shows all of them
 */
export function showFieldErrors<Input extends FieldValues, Output>(
  form: Pick<UseFormReturn<Input, unknown, Output>, 'setError' | 'setFocus'>,
  { message, errors = [] }: ApiProblem,
  fields: readonly Path<Input>[],
  otherFields: Record<string, (message: string) => void> = {},
): string | null {
  const invalidFields = fields.flatMap((field) => {
    const fieldError = errors.find(({ path }) => path === field)
    return fieldError ? { field, text: fieldError.message } : []
  })
  // A collapsed field must be rendered before it can be focused.
  flushSync(() => {
    for (const { field, text } of invalidFields) form.setError(field, { message: text })
  })
  for (const { path, message: text } of errors) otherFields[path]?.(text)
  if (invalidFields[0]) form.setFocus(invalidFields[0].field)
  if (errors.length === 0) return message
  const isShown = (path: string) => path in otherFields || invalidFields.some(({ field }) => field === path)
  const unshownErrors = errors.filter(({ path }) => !isShown(path))
  return unshownErrors.map(({ message: text }) => text).join(' ') || null
}
