import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { inputMessage } from '../../../contract/api/input-messages.ts'

// The resolver hands nothing on to zod.
z.config({ customError: inputMessage })

/**
 * A form checked by the schema that the server checks too: each field when it is left, and all on submit, which
 * focuses the first that is wrong.
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
