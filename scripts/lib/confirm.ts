import { createInterface } from 'node:readline'
import { expected } from '../bootstrap/print.cjs'

/**
 * Asks on the terminal; anything but y or yes is a no, the end of the input too.
 * @throws where there is no terminal to ask on.
 */
export function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw expected('There is no terminal to ask in. Add --yes if you are sure.')
  // stdout belongs to the command's result.
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  return new Promise((resolve) => {
    terminal.once('close', () => resolve(false))
    terminal.question(`${question} [y/N] `, (answer) => {
      resolve(/^y(es)?$/i.test(answer.trim()))
      terminal.close()
    })
  })
}
