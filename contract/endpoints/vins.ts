import { decodedVin, vinParams } from '../decoded-vin.ts'
import type { Endpoint } from '../endpoint.ts'
import type { EndpointName } from '../paths.ts'

export const vinEndpoints = {
  decodeVin: {
    summary: 'Tell what a VIN says of its car; what it doesn’t say is null',
    who: 'seller-or-admin',
    params: vinParams,
    output: decodedVin,
    limit: 'R1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
