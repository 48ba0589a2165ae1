'use strict'
/*
 * Chooses the Node that runs the product. This is the current Node if package.json's engines field allows it,
 * or else one installed through npm.
 */
const childProcess = require('child_process')
const fs = require('fs')
const path = require('path')
const { isNpmTooOld, runNpm } = require('./npm.cjs')
const { expected, step } = require('./print.cjs')

const targetMajor = 24

/**
 * Returns the Node to run, `{ path, version }`, or undefined if one has to be installed. Starts no process.
 */
function findNode(root) {
  if (isNewEnough(root, process.versions.node)) {
    return { path: process.execPath, version: process.versions.node }
  }
  const version = readStamp(root)
  const binary = binaryPath(root)
  if (version && isNewEnough(root, version) && fs.existsSync(binary))
    return { path: binary, version: version }
  return undefined
}

/**
 * Installs Node into `.node/` and resolves with it. The stamp is written last, so an interrupted install is
 * repeated.
 */
async function installNode(root, lock) {
  const home = path.join(root, '.node')
  const name = packageName()
  remove(path.join(home, 'node_modules'))
  remove(stampPath(root))
  const title =
    'Installing Node.js ' +
    targetMajor +
    ', because ' +
    process.versions.node +
    ' is too old for the packages'
  await step(title, function () {
    const specs = [name + '@' + targetMajor].concat(isNpmTooOld(root) ? ['npm@11'] : [])
    const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
    return runNpm({ root: root, args: ['install', '--prefix', home].concat(specs, options), lock: lock })
  })
  const binary = binaryPath(root)
  const response = childProcess.spawnSync(binary, ['--version'], { encoding: 'utf8' })
  const version = String(response.stdout || '')
    .trim()
    .replace(/^v/, '')
  if (response.status !== 0 || !isNewEnough(root, version)) {
    throw expected(
      'The Node.js that npm installed (' +
        name +
        ') does not run on this machine. Install Node.js ' +
        engines(root) +
        ' yourself.',
    )
  }
  fs.writeFileSync(stampPath(root), version + '\n')
  return { path: binary, version: version }
}

/** Reports whether `version` satisfies engines.node, which must be a single lower bound: ">=22.18". */
function isNewEnough(root, version) {
  const minimum = engines(root).replace('>=', '').split('.').map(Number)
  const actual = version.split('.').map(Number)
  for (let index = 0; index < minimum.length; index += 1) {
    if (actual[index] !== minimum[index]) return actual[index] > minimum[index]
  }
  return true
}

function engines(root) {
  return JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).engines.node
}

function packageName() {
  return 'node-' + (process.platform === 'win32' ? 'win' : process.platform) + '-' + process.arch
}

function binaryPath(root) {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  return path.join(root, '.node', 'node_modules', packageName(), 'bin', file)
}

function stampPath(root) {
  return path.join(root, '.node', 'version')
}

function readStamp(root) {
  try {
    return fs.readFileSync(stampPath(root), 'utf8').trim()
  } catch {
    return ''
  }
}

function remove(target) {
  if (!fs.existsSync(target)) return
  // rmSync was added in Node 14.14, and rmdirSync's recursive option was removed in Node 24.
  if (fs.rmSync) fs.rmSync(target, { recursive: true })
  else if (fs.statSync(target).isDirectory()) fs.rmdirSync(target, { recursive: true })
  else fs.unlinkSync(target)
}

module.exports = { installNode: installNode, findNode: findNode }
