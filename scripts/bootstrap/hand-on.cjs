'use strict'
/* Runs the command's script in our place: its streams, its signals, its exit code. */
const childProcess = require('child_process')
const path = require('path')
const { environmentFor } = require('./environment.cjs')

const startedBy = process.ppid

/**
 * Starts `script` with `node` and ends as it ends. The IPC channel is the child's life line: it closes when
 * this process dies, even by SIGKILL, and the child then ends itself (scripts/lib/end-with-parent.ts).
 */
function handOn(node, script, args) {
  const child = childProcess.spawn(node.path, [script].concat(args), {
    cwd: path.resolve(__dirname, '..', '..'),
    env: environmentFor(node.path),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  function forward(signal) {
    child.kill(signal)
  }
  signals.forEach(function (signal) {
    process.on(signal, forward)
  })
  // Under `npm run` the parent is npm. Killed hard, npm tells nobody; its child then has another parent.
  if (process.env.npm_lifecycle_event) {
    setInterval(function () {
      if (process.ppid !== startedBy) child.kill('SIGTERM')
    }, 500).unref()
  }
  child.on('exit', function (code, signal) {
    if (signal === null) process.exit(code)
    // End by the same signal, so that a shell or npm sees what happened.
    signals.forEach(function (name) {
      process.removeListener(name, forward)
    })
    process.kill(process.pid, signal)
  })
}

module.exports = { handOn: handOn }
