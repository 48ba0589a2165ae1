import type { UseFormReturn } from 'react-hook-form'
import type { ApiProblem } from '../../api/problem.ts'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import type { FeeFormInput } from './fee-form.ts'

/**
 * Shows the server's errors at the fields.
 * @returns the message that no field shows, or null
 */
export function showFeeProblem(form: UseFormReturn<FeeFormInput>, problem: ApiProblem): string | null {
  return showFieldErrors(form, problem, ['percent', 'minimum', 'maximum'], {
    basisPoints: (message) => form.setError('percent', { message }, { shouldFocus: true }),
  })
}
