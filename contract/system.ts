import * as z from 'zod'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'
import { setupProblem } from './config.ts'

export const systemEndpoints = {
  getOpenApi: {
    summary: 'Get the API description as OpenAPI 3.1',
    who: 'anyone',
    output: z.record(z.string(), z.unknown()),
    limit: 'R0',
  },
  getDocs: {
    summary: 'Show the API reference as a page',
    who: 'anyone',
    output: z.string(),
    contentType: 'text/html',
    limit: 'R0',
  },
  getHealth: {
    summary: 'Check that the process is running',
    who: 'anyone',
    output: z.object({ status: z.literal('ok') }),
  },
  getReadiness: {
    summary: 'Check that the database responds and its schema is current',
    who: 'anyone',
    output: z.object({
      status: z.literal('ready'),
      /** False while the disk is full or read-only. Reads still work, but writes return a 503. */
      writes: z.boolean(),
    }),
    problems: ['service-unavailable'],
  },
  listSetupProblems: {
    summary: 'List the settings that did not work when the server started',
    who: 'admin',
    output: z.array(setupProblem),
    limit: 'R1',
  },
  getMetrics: {
    summary: 'Get Prometheus metrics',
    who: 'operator',
    output: z.string(),
    contentType: 'text/plain',
    problems: ['not-found'],
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
