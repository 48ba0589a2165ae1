import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { inputMessage } from '../../../contract/api/input-messages.ts'

// The resolver passes no options to zod, so the custom messages are configured globally.
z.config({ customError: inputMessage })

/**
 * Creates a form that validates with the same schema as the server. Each field is validated when it loses
 * focus, and all fields on submit, which focuses the first invalid one.
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
