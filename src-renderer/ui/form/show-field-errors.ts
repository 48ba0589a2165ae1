import { flushSync } from 'react-dom'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { ApiProblem } from '../../api/problem.ts'

/**
 * Shows each validation error of a rejected request at its field, and focuses the first invalid field.
 * @param fields the form's fields, from top to bottom
 * @param others functions by path that show errors of input outside the form's fields, such as a file
 * @returns the messages that the form can't show, for display elsewhere; null if the form shows all of them
 */
export function showFieldErrors<Input extends FieldValues, Output>(
  form: Pick<UseFormReturn<Input, unknown, Output>, 'setError' | 'setFocus'>,
  { message, errors = [] }: ApiProblem,
  fields: readonly Path<Input>[],
  others: Record<string, (message: string) => void> = {},
): string | null {
  const wrong = fields.flatMap((field) => {
    const fieldError = errors.find(({ path }) => path === field)
    return fieldError ? { field, text: fieldError.message } : []
  })
  // A collapsed field must be rendered before it can be focused.
  flushSync(() => {
    for (const { field, text } of wrong) form.setError(field, { message: text })
  })
  for (const { path, message: text } of errors) others[path]?.(text)
  if (wrong[0]) form.setFocus(wrong[0].field)
  if (errors.length === 0) return message
  const isShown = (path: string) => path in others || wrong.some(({ field }) => field === path)
  const left = errors.filter(({ path }) => !isShown(path))
  return left.map(({ message: text }) => text).join(' ') || null
}
