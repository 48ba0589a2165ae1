import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface BuildInfo {
  version: string
  /** The hash of the Git commit, or `unknown`. */
  commit: string
}

const ROOT = join(import.meta.dirname, '../..')
const UNKNOWN = 'unknown'
const COMMIT = /^[0-9a-f]{40,64}$/

/** Path of the file to which a build writes its commit, for installations without a Git folder. */
export const commitFile = (root: string) => join(root, 'out', 'commit')

/** Reads the version from package.json, and the commit from the Git folder or from the build. */
export function readBuildInfo(root = ROOT): BuildInfo {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { version, commit: commitOfCheckout(root) ?? validCommit(readText(commitFile(root))) ?? UNKNOWN }
}

/** Reads the commit of a checkout. It does not run `git`, which refuses to read another user's checkout. */
export function commitOfCheckout(root: string): string | null {
  const folder = gitFolder(root)
  const head = readText(join(folder, 'HEAD'))
  const ref = /^ref: (.+)$/.exec(head)?.[1]
  if (ref === undefined) return validCommit(head)
  const common = resolve(folder, readText(join(folder, 'commondir')))
  const packed = readText(join(common, 'packed-refs')).split('\n')
  return (
    validCommit(readText(join(common, ref))) ??
    validCommit(packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0])
  )
}

/** In a linked worktree, `.git` is a file that names the Git folder. */
function gitFolder(root: string): string {
  const named = /^gitdir: (.+)$/.exec(readText(join(root, '.git')))?.[1]
  return resolve(root, named ?? '.git')
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
