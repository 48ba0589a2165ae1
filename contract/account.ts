import * as z from 'zod'
import type { Endpoint } from './api/endpoint.ts'
import { deleted, idParams } from './api/fields.ts'
import type { EndpointName } from './api/paths.ts'

export const accountEndpoints = {
  deleteMe: {
    summary: 'Delete your account; payment records remain, and reviews become anonymous',
    who: 'user',
    output: deleted,
    problems: [
      'last-admin',
      'payment-in-progress',
      'money-in-flight',
      'stripe-refused',
      'service-unavailable',
    ],
    limit: 'W2',
  },
  exportMe: {
    summary: 'Export all data stored about you as JSON',
    who: 'user',
    output: z.record(z.string(), z.unknown()),
    isStreamed: true,
    limit: 'W2',
  },
  deleteUser: {
    summary: 'Delete a user; payment records remain, and unsold cars are taken down',
    who: 'admin',
    params: idParams,
    output: deleted,
    problems: [
      'own-account',
      'last-admin',
      'payment-in-progress',
      'money-in-flight',
      'stripe-refused',
      'service-unavailable',
    ],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
