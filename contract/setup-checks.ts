import * as z from 'zod'

/** A setting of a live installation that was found not to work when the server started. */
export const setupProblem = z.object({
  setting: z.string(),
  /** `unreachable`: the service did not respond, and the setting may be correct. */
  kind: z.enum(['wrong', 'unreachable']),
  message: z.string(),
  advice: z.string(),
})

export type SetupProblem = z.infer<typeof setupProblem>
