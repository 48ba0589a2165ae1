'use strict'
/*
 * A lock file that ensures that only one process works at a time. It lists its holders and is valid only
 * while one of them is alive.
 */
const fs = require('fs')
const path = require('path')

/**
 * Runs `work(lock)` while holding the lock `file`. If another process holds the lock, it waits and prints one
 * message through `print`. `lock.include(pid)` adds a child process as a holder: the lock stays held if that
 * child outlives this process. Resolves and rejects as `work` does.
 */
async function withLock(file, print, work) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  await acquire(file, print)
  function release() {
    remove(file)
  }
  process.once('exit', release)
  try {
    return await work({
      include: function (pid) {
        fs.appendFileSync(file, identify(pid) + '\n')
      },
    })
  } finally {
    process.removeListener('exit', release)
    release()
  }
}

async function acquire(file, print) {
  for (let hasWaited = false; !tryAcquire(file); hasWaited = true) {
    if (!hasWaited) print('Waiting for another Kerblight command in this folder (lock file ' + file + ').')
    await new Promise(function (resolve) {
      setTimeout(resolve, 200)
    })
  }
}

function tryAcquire(file) {
  try {
    fs.writeFileSync(file, identify(process.pid) + '\n', { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isHeld(file)) return false
    remove(file)
    return tryAcquire(file)
  }
}

function remove(file) {
  try {
    fs.unlinkSync(file)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function isHeld(file) {
  try {
    const holders = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)
    // An empty file was just created by another process, which has not yet written its PID.
    if (holders.length === 0) return Date.now() - fs.statSync(file).mtimeMs < 2000
    return holders.some(function (holder) {
      return identify(Number(holder.split(' ')[0])) === holder
    })
  } catch (error) {
    if (error.code === 'ENOENT') return true
    throw error
  }
}

/**
 * Returns "pid starttime" for a live process and '' for a dead one. The start time (Linux only) detects a
 * process ID that another program has reused.
 */
function identify(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return ''
  }
  if (process.platform !== 'linux') return String(pid)
  try {
    const stat = fs.readFileSync('/proc/' + pid + '/stat', 'utf8')
    // These are the fields after the command's closing parenthesis. The first is the state, and the twentieth
    // is the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? '' : pid + ' ' + fields[19]
  } catch {
    return ''
  }
}

module.exports = { withLock: withLock }
