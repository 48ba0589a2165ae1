import { problems } from '../../../contract/api/problems.ts'
import { code, table } from './markdown.ts'
import { writePage } from './write-page.ts'

export function problemsPage(): Promise<string> {
  const rows = Object.entries(problems).map(([name, [status, title]]) => [
    code(name),
    String(status),
    `${title}.`,
  ])
  return writePage({
    title: 'Problem codes',
    intro: [
      'This page lists every problem code that the API returns, with its HTTP status and its text.',
      'The text is the `title` of the problem; `detail` can be more specific.',
      'Clients should branch on `code`, never on the text.',
      'See [Problem responses](../developers/api.md#problem-responses) for the format.',
    ],
    body: [table(['Code', 'Status', 'Text'], rows)],
  })
}
