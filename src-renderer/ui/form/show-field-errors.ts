import { flushSync } from 'react-dom'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { ApiProblem } from '../../api/problem.ts'

/**
 * Shows each validation error of a rejected request at its field, and focuses the first invalid
 * field. An error of a part of a field, such as `marks.2.photo`, belongs to the field `marks`.
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
  const fieldOf = (path: string) =>
    path in otherFields ? undefined : fields.find((field) => path === field || path.startsWith(`${field}.`))
  const invalidFields = fields.filter((field) => errors.some(({ path }) => fieldOf(path) === field))
  // A collapsed field must be rendered before it can be focused.
  flushSync(() => {
    // If several errors have the same path, the first one is shown.
    for (const { path, message: text } of errors.toReversed())
      // The server's paths are those of the form's input.
      if (fieldOf(path)) form.setError(path as Path<Input>, { message: text })
  })
  for (const { path, message: text } of errors) otherFields[path]?.(text)
  if (invalidFields[0]) form.setFocus(invalidFields[0])
  if (errors.length === 0) return message
  const isShown = (path: string) => path in otherFields || fieldOf(path) !== undefined
  const unshownErrors = errors.filter(({ path }) => !isShown(path))
  return unshownErrors.map(({ message: text }) => text).join(' ') || null
}
