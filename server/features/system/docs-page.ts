import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { endpoints } from '../../../contract/api/endpoints.ts'
import { limits } from '../../../contract/api/limits.ts'
import { getMethodAndPath, paths, type EndpointName } from '../../../contract/api/paths.ts'
import { problems } from '../../../contract/api/problems.ts'
import { problemCodes } from './openapi.ts'

/** Renders the contract's endpoints as a plain page without scripts or custom styles. */
export function renderDocs(): string {
  const rows = (Object.keys(paths) as EndpointName[]).map((name) => row(name, endpoints[name])).join('\n')
  const codes = Object.entries(problems)
    .map(
      ([code, [status, title]]) =>
        `<tr id="${code}"><td><code>${code}</code><td>${status}<td>${escape(title)}`,
    )
    .join('\n')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kerblight API</title>
<h1>Kerblight API</h1>
<p>Every path starts with <code>/api</code>. The same table as JSON: <a href="openapi.json">openapi.json</a>.</p>
<h2>Calls</h2>
<table border="1" cellpadding="6">
<tr><th>Call<th>What it does<th>Who<th>Reads<th>Refusals<th>Limit
${rows}
</table>
<h2>Problem codes</h2>
<table border="1" cellpadding="6">
<tr><th>Code<th>Status<th>Meaning
${codes}
</table>
`
}

function row(name: EndpointName, endpoint: Endpoint): string {
  const { method, path } = getMethodAndPath(name)
  const reads = (['params', 'query', 'body'] as const).filter((inputKind) => endpoint[inputKind]).join(', ')
  const problemList = problemCodes(endpoint)
    .map((code) => `<a href="#${code}">${code}</a>`)
    .join(' ')
  const owner = endpoint.row ? ` (${endpoint.row.replaceAll('-', ' ')})` : ''
  const limit = endpoint.limit ? `${endpoint.limit}: ${limitText(endpoint.limit)}` : ''
  return `<tr id="${name}"><td><code>${method} ${path}</code><td>${escape(endpoint.summary)}<td>${endpoint.who}${owner}<td>${reads}<td>${problemList}<td>${limit}`
}

function limitText(name: keyof typeof limits): string {
  const { seconds, ...shares } = limits[name]
  return `${Object.entries(shares)
    .map(([client, count]) => `${count} per ${client}`)
    .join(', ')} in ${seconds} s`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
