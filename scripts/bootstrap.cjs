'use strict'
/*
 * Entry point of `npm start`, `npm test`, and the other commands:
 *
 * node scripts/bootstrap.cjs <command> [arguments]
 *
 * It finds a recent enough Node (or installs one), installs the packages if they are missing or out of date,
 * and then runs scripts/<command>.ts. It is plain CommonJS in Node 12 syntax, because it runs on the
 * machine's version of Node.
 */
const fs = require('fs')
const path = require('path')
const { execScript } = require('./bootstrap/exec-script.cjs')
const { withLock } = require('./bootstrap/lock.cjs')
const { installNode, findNode } = require('./bootstrap/node.cjs')
const { arePackagesCurrent, installPackages } = require('./bootstrap/packages.cjs')
const { print } = require('./bootstrap/print.cjs')

const root = path.resolve(__dirname, '..')
const command = process.argv[2]
const script = path.join(root, 'scripts', command + '.ts')

if (!/^[a-z][a-z0-9-]*$/.test(command || '') || !fs.existsSync(script)) {
  print('Usage: node scripts/bootstrap.cjs <command>. Commands: ' + listCommands().join(', '))
  process.exit(2)
}

prepare().then(
  function (node) {
    execScript(node, script, process.argv.slice(3))
  },
  function (error) {
    // Errors that the user can fix show only their message. Anything else is a bug of ours and shows its
    // stack.
    print(error.isExpected ? error.message : error.stack)
    process.exit(1)
  },
)

/**
 * Resolves with the Node to run: `{ path, version }`. If everything is installed, it needs neither the lock
 * nor the network.
 */
function prepare() {
  const ready = findNode(root)
  if (ready && arePackagesCurrent(root, ready)) return Promise.resolve(ready)
  return withLock(path.join(root, '.node', 'bootstrap.lock'), print, async function (lock) {
    const node = findNode(root) || (await installNode(root, lock))
    if (!arePackagesCurrent(root, node)) await installPackages(root, node, lock)
    return node
  })
}

function listCommands() {
  return fs
    .readdirSync(path.join(root, 'scripts'))
    .filter(function (name) {
      return name.slice(-3) === '.ts'
    })
    .map(function (name) {
      return name.slice(0, -3)
    })
}
