import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { getInputMessage } from '../../../contract/api/input-messages.ts'

// The resolver passes no options to zod, so custom messages are configured globally.
z.config({ customError: getInputMessage })

/**
 * Creates a form that validates with the server's schema. Each field is validated on blur, and all
 * fields on submit, which focuses the first invalid one.
 */
export function useSchemaForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    mode: 'onTouched',
  })
}
