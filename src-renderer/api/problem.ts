import type { FieldError, Problem, ProblemCode } from '../../contract/api/problems.ts'

/** A refusal in the API's words, or one of two that only a client can know. */
export interface ApiProblem {
  code: ProblemCode | 'offline' | 'unknown'
  /** 0 where no answer came. */
  status: number
  message: string
  errors?: FieldError[]
  facts?: Problem['facts']
}

export const offlineProblem: ApiProblem = {
  code: 'offline',
  status: 0,
  message: 'We can’t reach Kerblight. Check your connection.',
}

/** A problem to throw, where there is no RTK Query to hand it on. `toProblem` unwraps it. */
export class ProblemFailure extends Error {
  readonly problem: ApiProblem

  constructor(problem: ApiProblem) {
    super(problem.message)
    this.name = 'ProblemFailure'
    this.problem = problem
  }
}

/** The problem in an answer that is no success, whatever its body turns out to be. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null)
  if (isProblem(body)) return body
  return {
    code: 'unknown',
    status: response.status,
    message: 'Something went wrong on our end. Try again.',
  }
}

/** What to say of a refusal where there is one place for all of it. */
export function explain({ errors = [], message }: ApiProblem): string {
  return errors.map((fault) => fault.message).join(' ') || message
}

/** What a `catch` or RTK Query's `error` holds, as a problem. */
export function toProblem(error: unknown): ApiProblem {
  if (error instanceof ProblemFailure) return error.problem
  if (isApiProblem(error)) return error
  return { code: 'unknown', status: 0, message: 'Something went wrong. Try again.' }
}

function isApiProblem(value: unknown): value is ApiProblem {
  if (typeof value !== 'object' || value === null) return false
  const { code, message, status } = value as Record<string, unknown>
  return typeof code === 'string' && typeof message === 'string' && typeof status === 'number'
}

function isProblem(value: unknown): value is Problem {
  return isApiProblem(value) && 'type' in value
}
