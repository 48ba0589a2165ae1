import * as z from 'zod'
import type { Endpoint } from './api/endpoint.ts'
import { idParams } from './api/fields.ts'
import type { EndpointName } from './api/paths.ts'

const ok = z.object({ acknowledged: z.literal(true) })

export const undoEndpoints = {
  undo: {
    summary: 'Undo a deletion or a bulk change within 60 seconds',
    who: 'user',
    row: 'owner',
    params: idParams,
    /** In a 202, `restored` is the number of rows that the undo will restore after the response is sent. */
    output: ok.extend({ restored: z.number().int() }),
    problems: ['quota-exceeded', 'not-found', 'undo-expired', 'revert-running', 'address-unproven'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
