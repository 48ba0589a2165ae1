import type { FieldError, Problem, ProblemCode } from '../../contract/api/problems.ts'

/** A problem returned by the API, or one of the two that only the client can detect. */
export interface ApiProblem {
  code: ProblemCode | 'offline' | 'unknown'
  /** The HTTP status, or 0 if there was no response. */
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

/** A problem to throw outside RTK Query; `toProblem` unwraps it. */
export class ProblemFailure extends Error {
  readonly problem: ApiProblem

  constructor(problem: ApiProblem) {
    super(problem.message)
    this.name = 'ProblemFailure'
    this.problem = problem
  }
}

/** Returns the problem in an unsuccessful response. The body may contain anything. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null)
  if (isProblem(body)) return body
  return {
    code: 'unknown',
    status: response.status,
    message: 'Something went wrong on our end. Try again.',
  }
}

/** Returns a problem's complete text, for places that show a single message. */
export function formatProblem({ errors = [], message }: ApiProblem): string {
  return errors.map((fieldError) => fieldError.message).join(' ') || message
}

/** Converts an error from a `catch` clause or from RTK Query to a problem. */
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
