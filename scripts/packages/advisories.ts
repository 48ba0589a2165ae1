import { execFile } from 'node:child_process'
import { z } from 'zod'
import { npmCommand } from '../lib/npm-command.ts'

/** A published vulnerability in a package from the lock file (docs.npmjs.com, `npm audit`). */
export interface Advisory {
  name: string
  severity: string
  title: string
  url: string
}

export type AdvisoryReport = { advisories: Advisory[] } | { unavailable: string }

const LIMIT_MS = 20_000
/**
 * Options that make npm audit every package and contact the registry. NODE_ENV or npm's settings could
 * exclude packages, and an offline npm reports no advisories.
 */
const auditOptions = ['--offline=false', '--include=dev', '--include=optional', '--include=peer']
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/**
 * Asks the registry, through `npm audit`, for advisories on the packages of the project in `root`. If it gets
 * no report, for example because of a timeout, the result contains the reason.
 */
export async function findAdvisories(root: string, args: string[] = []): Promise<AdvisoryReport> {
  const { file, before: npmArguments } = npmCommand()
  const all = [
    ...npmArguments,
    'audit',
    '--json',
    ...auditOptions,
    '--package-lock-only',
    '--fetch-retries=0',
    ...args,
  ]
  const output = await new Promise<string>((resolve) => {
    const options = {
      cwd: root,
      timeout: LIMIT_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
      shell: process.platform === 'win32',
    }
    // npm also exits with 1 if it finds advisories, so only its output counts.
    execFile(file, all, options, (_error, stdout) => resolve(stdout))
  })
  return readReport(output)
}

const report = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      // A string is the name of another package, that includes the vulnerability.
      via: z.array(
        z.union([
          z.string(),
          z.object({ name: z.string(), severity: z.string(), title: z.string(), url: z.string() }),
        ]),
      ),
    }),
  ),
})

const npmError = z.object({ message: z.string() })

function readReport(output: string): AdvisoryReport {
  const json = parse(output)
  const { success, data } = report.safeParse(json)
  if (!success) {
    const { data } = npmError.safeParse(json)
    return { unavailable: data?.message ?? 'npm audit returned no report' }
  }
  const advisories = Object.values(data.vulnerabilities).flatMap(({ via }) =>
    via.filter((each) => typeof each === 'object'),
  )
  return { advisories: [...new Map(advisories.map((each) => [`${each.name} ${each.url}`, each])).values()] }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
