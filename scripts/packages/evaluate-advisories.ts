import type { Advisory, AdvisoryReport } from './advisories.ts'

/** An advisory that we have reviewed and accept for the given reason. */
interface AcceptedAdvisory {
  /** The URL that `npm audit` reports, such as https://github.com/advisories/GHSA-xxxx-xxxx-xxxx. */
  url: string
  reason: string
}

const acceptedAdvisories: AcceptedAdvisory[] = []

/**
 * Decides which advisories fail the check. High and critical advisories fail it if they affect shipped
 * packages. All others are only printed.
 */
export function evaluateAdvisories(
  report: AdvisoryReport,
  shipped: ReadonlySet<string>,
  accepted: AcceptedAdvisory[] = acceptedAdvisories,
): { lines: string[]; failed: boolean } {
  if ('unavailable' in report)
    return {
      lines: [`The registry returned no advisories, so none were checked: ${report.unavailable}`],
      failed: false,
    }
  const open = report.advisories.filter(({ url }) => !accepted.some((each) => each.url === url))
  const obsolete = accepted.filter(({ url }) => !report.advisories.some((each) => each.url === url))
  const failing = open.filter(({ name, severity }) => shipped.has(name) && /^(high|critical)$/.test(severity))
  return {
    lines: [
      ...open.map((each) => describe(each, shipped.has(each.name), failing.includes(each))),
      ...obsolete.map(({ url }) => `  the acceptance of ${url} is no longer needed`),
      `${report.advisories.length} advisories, ${failing.length} of them to fix`,
    ],
    failed: failing.length > 0,
  }
}

function describe({ name, severity, title, url }: Advisory, isShipped: boolean, isFailing: boolean): string {
  return `${isFailing ? '! ' : '  '}${name}${isShipped ? '' : ' (development)'}: ${severity}: ${title} ${url}`
}
