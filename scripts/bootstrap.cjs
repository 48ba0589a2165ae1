'use strict'
/*
 * What `npm start`, `npm test` and the other commands run first:
 *
 *   node scripts/bootstrap.cjs <command> [arguments]
 *
 * It finds a Node that is new enough (or brings one), installs the packages when they are missing or out of
 * date, and hands on to scripts/<command>.ts. It is plain CommonJS in the syntax of Node 12, because it runs
 * on whatever Node the machine has.
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
    // What a person can act on is a message; anything else is a fault of ours and shows where it is.
    print(error.isExpected ? error.message : error.stack)
    process.exit(1)
  },
)

/** Resolves with the Node to run: `{ path, version }`. Touches neither lock nor network when all is there. */
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
