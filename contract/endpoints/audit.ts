import * as z from 'zod'
import { auditEntry } from '../audit.ts'
import type { Endpoint } from '../endpoint.ts'
import { pageQuery } from '../fields.ts'
import type { EndpointName } from '../paths.ts'

export const auditEndpoints = {
  listAudit: {
    summary: 'List admin actions, newest first',
    who: 'admin',
    query: pageQuery,
    output: z.array(auditEntry),
    limit: 'R1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
