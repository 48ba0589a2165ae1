import * as z from 'zod'
import { choiceFacts } from './car-choices.ts'
import { vinText } from './vin-fields.ts'
import type { Endpoint } from '../api/endpoint.ts'
import type { EndpointName } from '../api/paths.ts'

const vinParams = z.object({ vin: vinText })

/**
 * The details that a VIN encodes. Null means that the VIN does not encode the detail or that its value is
 * unknown.
 */
const decodedVin = z.object({
  vin: z.string(),
  make: z.string().nullable(),
  model: z.string().nullable(),
  year: z.number().int().nullable(),
  trim: z.string().nullable(),
  body: z.enum(choiceFacts.body.options).nullable(),
  fuel: z.enum(choiceFacts.fuel.options).nullable(),
  doors: z.number().int().nullable(),
  engineCc: z.number().int().nullable(),
  /** A remark about something unusual in the VIN that is not an error. */
  note: z.string().nullable(),
})

export type DecodedVin = z.infer<typeof decodedVin>

export const vinEndpoints = {
  decodeVin: {
    summary: 'Decode a VIN; facts that it doesn’t contain are null',
    who: 'seller-or-admin',
    params: vinParams,
    output: decodedVin,
    limit: 'R1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
