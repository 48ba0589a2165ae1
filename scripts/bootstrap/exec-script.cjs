'use strict'
/* Runs the command's script in place of this process, with the same streams, signals, and exit code. */
const childProcess = require('child_process')
const fs = require('fs')
const path = require('path')
const { environmentFor } = require('./environment.cjs')

const starters = findStarters()

/**
 * Starts `script` with `node` and exits with the same code or signal. The IPC channel ties the child to this
 * process. When this process dies, even by SIGKILL, the channel closes and the child exits
 * (scripts/lib/end-with-parent.ts).
 */
function execScript(node, script, args) {
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
  // If npm is killed with SIGKILL, it forwards no signal, but the parent PID of its child changes.
  if (process.env.npm_lifecycle_event) {
    setInterval(function () {
      if (findStarters() !== starters) child.kill('SIGTERM')
    }, 500).unref()
  }
  child.on('exit', function (code, signal) {
    if (signal === null) process.exit(code)
    // This process ends itself with the same signal, so that the shell or npm sees the cause.
    signals.forEach(function (name) {
      process.removeListener(name, forward)
    })
    process.kill(process.pid, signal)
  })
}

/**
 * Returns the parent's PID, followed by the grandparent's PID if the parent is a shell, because npm runs
 * scripts in a shell. The grandparent is known only on Linux.
 */
function findStarters() {
  const parent = process.ppid
  try {
    const stat = fs.readFileSync('/proc/' + parent + '/stat', 'utf8')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return /^(a|ba|da)?sh$/.test(name) ? parent + ' ' + fields[1] : String(parent)
  } catch {
    return String(parent)
  }
}

module.exports = { execScript: execScript }
