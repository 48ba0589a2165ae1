import * as z from 'zod'
import * as cars from '../cars.ts'
import type { Endpoint } from '../endpoint.ts'
import type { EndpointName } from '../paths.ts'

export const categoryEndpoints = {
  listCategories: {
    summary: 'List the makes with their logos and numbers of cars',
    who: 'anyone',
    output: z.array(cars.category),
    limit: 'R0',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
