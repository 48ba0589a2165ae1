import { print } from '../bootstrap/print.cjs'

/**
 * Time limit for a shutdown in milliseconds. It is longer than the server's request drain and the sandbox's
 * final write combined.
 */
const stopWithin = 16_000

/**
 * Runs `close` once, with the reason, at the first SIGINT, SIGTERM, or SIGHUP, and then exits. Returns a
 * function with which other code can request a shutdown, with a message and an exit code. Ctrl-C in a
 * terminal reaches a process several times (directly, from npm, and from the bootstrap), so repeated signals
 * are ignored.
 */
export function stopOnSignals(
  close: (reason: string) => Promise<void>,
): (reason: string, code: number) => void {
  let isStopping = false
  function stop(reason: string, code: number, message = reason): void {
    if (isStopping) return
    isStopping = true
    print(message)
    setTimeout(() => process.exit(1), stopWithin).unref()
    close(reason).then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal, 0, 'Stopping.'))
  return stop
}
