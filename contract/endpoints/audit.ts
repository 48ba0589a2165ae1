import * as z from 'zod'
import { auditEntry, auditQuery } from '../audit.ts'
import type { Endpoint } from '../endpoint.ts'
import type { EndpointName } from '../paths.ts'

export const auditEndpoints = {
  listAudit: {
    summary: 'List admin actions, newest first',
    who: 'admin',
    query: auditQuery,
    output: z.array(auditEntry),
    limit: 'R1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
