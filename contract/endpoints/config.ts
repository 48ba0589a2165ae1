import { publicConfig } from '../config.ts'
import type { Endpoint } from '../endpoint.ts'
import type { EndpointName } from '../paths.ts'

export const configEndpoints = {
  getConfig: {
    summary: 'Get the renderer’s public settings',
    who: 'anyone',
    output: publicConfig,
    limit: 'R0',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
