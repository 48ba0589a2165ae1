'use strict'
/* Checks that node_modules matches package-lock.json, and installs the packages if it does not. */
const crypto = require('crypto')
const fs = require('fs')
const path = require('path')
const { runNpm } = require('./npm.cjs')
const { step } = require('./print.cjs')

/** Reports whether the last complete install used this lock file and this major version of Node. */
function arePackagesCurrent(root, node) {
  try {
    return fs.readFileSync(stampPath(root), 'utf8') === fileFingerprint(root, node)
  } catch {
    return false
  }
}

/**
 * Runs `npm ci`, including development packages, for any NODE_ENV. npm empties node_modules first, and the
 * stamp in it is written last. An interrupted install is therefore repeated.
 */
async function installPackages(root, node, lock) {
  await step('Installing packages', function () {
    return runNpm({
      root: root,
      node: node,
      args: ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
      // These downloads exceed 100 MB. Only `npm run desktop` needs Electron, and only a machine without
      // Chromium needs the browser.
      env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1', ELECTRON_SKIP_BINARY_DOWNLOAD: '1' },
      lock: lock,
    })
  })
  fs.writeFileSync(stampPath(root), fileFingerprint(root, node))
}

function fileFingerprint(root, node) {
  const hash = crypto.createHash('sha256')
  hash.update(fs.readFileSync(path.join(root, 'package-lock.json')))
  hash.update(node.version.split('.')[0])
  return hash.digest('hex') + '\n'
}

function stampPath(root) {
  return path.join(root, 'node_modules', '.installed')
}

module.exports = { arePackagesCurrent: arePackagesCurrent, installPackages: installPackages }
