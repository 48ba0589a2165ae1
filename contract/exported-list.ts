import type { HandlerInput } from './endpoint.ts'
import type { ExportFormat } from './list-export.ts'
import type { EndpointName } from './paths.ts'

/** The lists that can be had as a file: those whose query reads a format. */
export type ExportedList = {
  [K in EndpointName]: HandlerInput<K>['query'] extends { format?: ExportFormat | undefined }
    ? 'format' extends keyof HandlerInput<K>['query']
      ? K
      : never
    : never
}[EndpointName]
