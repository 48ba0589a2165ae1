import { flushSync } from 'react-dom'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { ApiProblem } from '../../api/problem.ts'

/**
 * Shows each fault of a refusal at its field and puts the cursor into the first of them.
 * @param fields those of the form, from top to bottom
 * @param others shows a fault of what the form does not hold itself, such as a file, by its path
 * @returns what nothing of the form can show, to be said elsewhere; null where the form says it all
 */
export function showFieldErrors<Input extends FieldValues, Output>(
  form: Pick<UseFormReturn<Input, unknown, Output>, 'setError' | 'setFocus'>,
  { message, errors = [] }: ApiProblem,
  fields: readonly Path<Input>[],
  others: Record<string, (message: string) => void> = {},
): string | null {
  const wrong = fields.flatMap((field) => {
    const fault = errors.find(({ path }) => path === field)
    return fault ? { field, text: fault.message } : []
  })
  // A field that was folded away is drawn before it can be focused.
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
