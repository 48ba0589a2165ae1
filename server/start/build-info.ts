import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface BuildInfo {
  version: string
  commit: string
}

const ROOT = join(import.meta.dirname, '../..')
const UNKNOWN = 'unknown'
const COMMIT = /^[0-9a-f]{40,64}$/

/** The file that a build writes its commit to, for installations without a Git folder. */
export const commitFile = (root: string) => join(root, 'out', 'commit')

export function readBuildInfo(root = ROOT): BuildInfo {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { version, commit: readCheckoutCommit(root) ?? validCommit(readText(commitFile(root))) ?? UNKNOWN }
}

/** Reads a checkout's commit from its files, as `git` refuses to read another user's checkout. */
export function readCheckoutCommit(root: string): string | null {
  const folder = gitFolder(root)
  const headText = readText(join(folder, 'HEAD'))
  const ref = /^ref: (.+)$/.exec(headText)?.[1]
  if (ref === undefined) return validCommit(headText)
  const commonFolder = resolve(folder, readText(join(folder, 'commondir')))
  const packedRefs = readText(join(commonFolder, 'packed-refs')).split('\n')
  return (
    validCommit(readText(join(commonFolder, ref))) ??
    validCommit(packedRefs.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0])
  )
}

/** Returns the Git folder. In a linked worktree, `.git` is a file that names it. */
function gitFolder(root: string): string {
  const linkedFolder = /^gitdir: (.+)$/.exec(readText(join(root, '.git')))?.[1]
  return resolve(root, linkedFolder ?? '.git')
}

function validCommit(text = ''): string | null {
  return COMMIT.test(text) ? text : null
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}
