'use strict'
/* Runs the machine's npm quietly: its output is shown only if it fails. */
const childProcess = require('child_process')
const fs = require('fs')
const path = require('path')
const { environmentFor } = require('./environment.cjs')
const { expected } = require('./print.cjs')

const noNetwork =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b/

/**
 * Resolves when `npm <args>` has succeeded. Options: root, args, lock, node (the Node that npm's scripts find
 * first; default: the running one), env (added to the environment).
 */
function runNpm(options) {
  return new Promise(function (resolve, reject) {
    const npm = npmCommand(options)
    const child = childProcess.spawn(npm.file, npm.before.concat(options.args), {
      cwd: options.root,
      env: Object.assign(environmentFor(options.node && options.node.path), options.env),
      shell: npm.needsShell,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const stopForwarding = forwardSignals(child)
    if (child.pid) options.lock.include(child.pid)

    let output = ''
    function keepOutput(chunk) {
      output += chunk
    }
    child.stdout.on('data', keepOutput)
    child.stderr.on('data', keepOutput)
    child.on('error', function (error) {
      stopForwarding()
      reject(error.code === 'ENOENT' ? npmMissing() : error)
    })
    child.on('close', function (code, signal) {
      stopForwarding()
      if (code === 0) resolve()
      else reject(npmFailed(options.args, output, code === null ? signal : 'exit code ' + code))
    })
  })
}

/**
 * Reports whether npm is older than version 9, which does not understand our lock file. On such a machine,
 * npm is installed along with Node. Returns false if npm's version is unavailable, because the install itself
 * then explains the problem.
 */
function isNpmTooOld(root) {
  const npm = npmCommand({ root: root })
  const response = childProcess.spawnSync(npm.file, npm.before.concat('--version'), {
    encoding: 'utf8',
    shell: npm.needsShell,
  })
  return response.status === 0 && Number(response.stdout.split('.')[0]) < 9
}

/**
 * Returns the npm that the bootstrap installed. Otherwise, under `npm run`, returns the npm that is running.
 * Otherwise, returns the one on the PATH, which is a batch file on Windows.
 */
function npmCommand(options) {
  const installedNpm = path.join(options.root, '.node', 'node_modules', 'npm', 'bin', 'npm-cli.js')
  if (options.node && fs.existsSync(installedNpm)) {
    return { file: options.node.path, before: [installedNpm], needsShell: false }
  }
  const cli = process.env.npm_execpath || ''
  if (path.basename(cli) === 'npm-cli.js') return { file: process.execPath, before: [cli], needsShell: false }
  return { file: 'npm', before: [], needsShell: process.platform === 'win32' }
}

/** Forwards signals to npm while it runs. If a signal ends npm, npm's failure then ends this process. */
function forwardSignals(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  function forward(signal) {
    child.kill(signal)
  }
  signals.forEach(function (signal) {
    process.on(signal, forward)
  })
  return function () {
    signals.forEach(function (signal) {
      process.removeListener(signal, forward)
    })
  }
}

function npmMissing() {
  return expected(
    'Packages are missing, and npm is not on the PATH. Install Node.js with npm ' +
      '(https://nodejs.org) and run this again.',
  )
}

function npmFailed(args, output, outcome) {
  const headline = noNetwork.test(output)
    ? 'Packages are missing, and the npm registry cannot be reached. Connect to the network ' +
      '(or set npm\'s "registry" or "proxy") and run this again.'
    : 'npm ' + args[0] + ' failed (' + outcome + '). Fix the error above, and run this again.'
  return expected(output.trim().split('\n').slice(-25).join('\n') + '\n\n' + headline)
}

module.exports = { isNpmTooOld: isNpmTooOld, runNpm: runNpm }
