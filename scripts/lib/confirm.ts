import { createInterface } from 'node:readline'
import { expected } from '../bootstrap/print.cjs'

/**
 * Asks a question on the terminal. Any input except y or yes, including end of input, means no.
 * @throws if there is no terminal
 */
export function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw expected('This command needs a terminal for its question. To skip the question, add --yes.')
  // The prompt goes to stderr. Stdout is for the command's result.
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  return new Promise((resolve) => {
    terminal.once('close', () => resolve(false))
    terminal.question(`${question} [y/N] `, (response) => {
      resolve(/^y(es)?$/i.test(response.trim()))
      terminal.close()
    })
  })
}
