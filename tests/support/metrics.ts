import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../../scripts/lib/root.ts'

export interface Exposition {
  /** Label names by sample name. */
  samples: Map<string, Set<string>>
  /** Metrics with a help text and a type. */
  described: Set<string>
}

export const getOperationsPath = (name: string) => join(root, 'docs/operations', name)

export function parseMetrics(text: string): Exposition {
  const samples = new Map<string, Set<string>>()
  const headings = { HELP: new Set<string>(), TYPE: new Set<string>() }
  for (const line of text.split('\n').filter(Boolean)) {
    const [, heading, described] = /^# (HELP|TYPE) (\w+) ./.exec(line) ?? []
    if (heading) headings[heading as 'HELP' | 'TYPE'].add(described!)
    const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? []
    if (!heading && name === undefined) throw new Error(`This is no line of the text format: ${line}`)
    if (name === undefined) continue
    const knownLabels = samples.get(name) ?? new Set()
    for (const [, label] of labels.matchAll(/(\w+)="/g)) knownLabels.add(label!)
    samples.set(name, knownLabels)
  }
  return { samples, described: new Set([...headings.HELP].filter((name) => headings.TYPE.has(name))) }
}

/** Reads the queries of the alert rules and of the dashboard, with the dashboard's variables filled in. */
export function readQueries(): string[] {
  const alerts = parse(readFileSync(getOperationsPath('alerts.yml'), 'utf8')) as {
    groups: { rules: { expr: string }[] }[]
  }
  const dashboard = JSON.parse(readFileSync(getOperationsPath('grafana-dashboard.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[]
  }
  return [
    ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ].map((query) => query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'))
}

/** Labels that Prometheus adds. */
const ofPrometheus = ['instance', 'job']

/** Finds the metrics and labels that the queries use and the server does not expose. */
export function findMissing({ samples }: Exposition, queries: readonly string[]): string[] {
  return queries.flatMap((query) => {
    const used = [...query.matchAll(/\b((?:kerblight|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)]
    const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/))
    return used.flatMap(([, name, selector = '']) => {
      const knownLabels = samples.get(name!)
      if (!knownLabels) return [name!]
      const labels = [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!)
      return [...labels, ...grouped]
        .filter((label) => !knownLabels.has(label) && !ofPrometheus.includes(label))
        .map((label) => `${name}{${label}}`)
    })
  })
}
