'use strict'
/* The bootstrap's messages to the user. They go to stderr, because stdout belongs to the command. */

const isTerminal = Boolean(process.stderr.isTTY)
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

function print(message) {
  process.stderr.write(message + '\n')
}

/**
 * Announces a step that takes a while, and resolves as `work()` does. A terminal gets a spinner with the
 * elapsed time. A log gets a line at the start, one every 15 s, and one at the end.
 */
async function step(name, work) {
  const started = Date.now()
  let frame = 0
  function elapsed() {
    return ((Date.now() - started) / 1000).toFixed(1) + ' s'
  }
  function spin() {
    frame = (frame + 1) % frames.length
    process.stderr.write('\r\u001b[2K' + frames[frame] + ' ' + name + ' … ' + elapsed())
  }
  function stillGoing() {
    print('  … ' + elapsed())
  }
  if (!isTerminal) print(name + ' …')
  const timer = setInterval(isTerminal ? spin : stillGoing, isTerminal ? 100 : 15000)
  try {
    const result = await work()
    print((isTerminal ? '\r\u001b[2K✓ ' + name + ' ' : '  done in ') + elapsed())
    return result
  } catch (error) {
    print((isTerminal ? '\r\u001b[2K✗ ' + name + ' ' : '  failed after ') + elapsed())
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** Creates an error whose message is all that the user needs. The bootstrap prints it without a stack. */
function expected(message) {
  const error = new Error(message)
  error.isExpected = true
  return error
}

module.exports = { expected: expected, print: print, step: step }
