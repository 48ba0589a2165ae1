import * as z from 'zod'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'
import { isoTime } from './api/fields.ts'
import { setupProblem } from './config.ts'

/** A background job. The times are null until its first run, or its first successful run, has ended. */
const job = z.object({ name: z.string(), lastRunAt: isoTime.nullable(), lastSuccessAt: isoTime.nullable() })

export type Job = z.infer<typeof job>

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
    summary: 'List the settings that failed when the server started',
    who: 'admin',
    output: z.array(setupProblem),
    limit: 'R1',
  },
  listJobs: {
    summary: 'List the background jobs of the responding server with their last runs',
    who: 'admin',
    output: z.array(job),
    limit: 'R1',
  },
  getMetrics: {
    summary: 'Get the metrics of the responding server in the Prometheus text format',
    who: 'operator',
    output: z.string(),
    contentType: 'text/plain',
    problems: ['not-found'],
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
