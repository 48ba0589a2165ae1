import { problems, type ProblemError } from '../../contract/api/problems.ts'
import { html } from './html.ts'
import { plainPage, type PlainPage } from './plain-page.ts'

/**
 * Renders an error page for browsers. It loads no other files, because those requests would also be rejected.
 */
export function errorPage(error: ProblemError): PlainPage {
  const [heading, ...rest] = sentences(problems[error.code][1])
  const advice = sentences(error.message).filter((sentence) => sentence !== heading)
  const { headers, body } = plainPage(
    heading!,
    html`<h1>${heading!}</h1>
      <p>${(advice.length > 0 ? advice : rest).map((sentence) => `${sentence}.`).join(' ')}</p>
      <p><a class="button" href="">Try again</a></p>`,
  )
  return { headers: { ...headers, ...error.headers }, body }
}

function sentences(text: string): string[] {
  return text.replace(/\.$/, '').split('. ')
}
