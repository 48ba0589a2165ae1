import * as z from 'zod'
import type { Endpoint } from './api/endpoint.ts'
import { idParams } from './api/fields.ts'
import type { EndpointName } from './api/paths.ts'

/** A safety recall by a manufacturer, with NHTSA’s texts. */
const recallCampaign = z.object({
  /** NHTSA’s campaign number, such as `19V123000`. */
  number: z.string(),
  /** The recalled parts in NHTSA’s terms, such as `AIR BAGS:FRONTAL`. */
  component: z.string(),
  /** The defect. */
  summary: z.string(),
  /** The risk that the defect causes. */
  consequence: z.string(),
  remedy: z.string(),
  /** The day when NHTSA received the report, or null if it is unknown. */
  reportedOn: z.iso.date().nullable(),
})
export type RecallCampaign = z.infer<typeof recallCampaign>

/**
 * The recalls of a car’s make, model, and model year. A count of 0 does not mean that nothing
 * was recalled: the installation may have no recall data, and NHTSA may use another name for the model.
 */
const carRecalls = z.object({
  count: z.number().int(),
  year: z.number().int().nullable(),
  model: z.string().nullable(),
  /** The recalls, the newest first. */
  campaigns: z.array(recallCampaign),
})
export type CarRecalls = z.infer<typeof carRecalls>

export const recallEndpoints = {
  getCarRecalls: {
    summary: 'Get the safety recalls of a car’s make, model, and model year',
    who: 'anyone',
    params: idParams,
    output: carRecalls,
    problems: ['not-found'],
    limit: 'R0',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
