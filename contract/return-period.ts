import { choiceFacts } from './cars/car-choices.ts'

/** The return period after the handover, as listings offer it: `3 days`. */
export const [RETURN_PERIOD] = choiceFacts.returns.options

export const RETURN_HOURS = Number.parseInt(RETURN_PERIOD, 10) * 24
