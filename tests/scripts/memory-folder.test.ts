import { execFileSync } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/lib/root.ts'

const TMPFS = 0x01021994

/** True if the machine can run this test: it has a tmpfs and enough free memory. */
const canKeepInMemory =
  existsSync('/dev/shm') &&
  process.availableMemory() > 8 * 1024 ** 3 &&
  statfsSync('/dev/shm').bavail * statfsSync('/dev/shm').bsize > 8 * 1024 ** 3

function runProgram({ before = '', after = '' }): string {
  const program = `
    import os from 'node:os'
    import { writeFileSync } from 'node:fs'
    import { keepTemporaryFilesInMemory } from ${JSON.stringify(join(root, 'scripts/lib/memory-folder.ts'))}
    ${before}
    keepTemporaryFilesInMemory()
    ${after}
    console.log(os.tmpdir())`
  const env = { ...process.env, TMPDIR: '/tmp' }
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    env,
    encoding: 'utf8',
  }).trim()
}

describe('temporary files of the tests', () => {
  it.skipIf(!canKeepInMemory)('are in memory, and are removed at exit', () => {
    const folder = runProgram({ after: `writeFileSync(os.tmpdir() + '/file', '')` })
    expect(folder).toMatch(/^\/dev\/shm\/kerblight-\d+-\w{6}$/)
    expect(statfsSync('/dev/shm').type).toBe(TMPFS)
    expect(existsSync(folder)).toBe(false)
  })

  it('are on the disk if memory is short', () => {
    expect(runProgram({ before: 'process.availableMemory = () => 1024 ** 3' })).toBe('/tmp')
  })
})
