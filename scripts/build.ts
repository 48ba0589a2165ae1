/**
 * `npm run build` draws the artwork and bundles main, preload, and renderer into `out/`, unless the build is
 * up to date.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildArt } from '../art/build-art.ts'
import { buildIcons } from '../art/icons.ts'
import { commitFile, readCheckoutCommit } from '../server/start/build-info.ts'
import { print, step } from './bootstrap/print.cjs'
import { withLock } from './bootstrap/lock.cjs'
import { artFolder, isBuildCurrent, runStampedBuild } from './lib/build-stamp.ts'
import { endWithParent } from './lib/end-with-parent.ts'
import { root } from './lib/root.ts'
import { writePrerender } from './lib/write-prerender.ts'

endWithParent()
process.chdir(root)
// Vite does not override an existing NODE_ENV. With "development" or "test", it would bundle React's
// development build.
process.env.NODE_ENV = 'production'

await withLock(join(root, '.cache', 'build.lock'), print, async () => {
  writeCommit()
  if (isBuildCurrent()) return
  await runStampedBuild(async () => {
    await step('Drawing the artwork', drawArtwork)
    await step('Bundling the web app and the console', bundle)
    await step('Bundling the prerender', () => writePrerender(join(root, 'out', 'prerender')))
  })
})

async function drawArtwork(): Promise<void> {
  buildArt(artFolder)
  await buildIcons(artFolder)
}

/**
 * Writes the commit's hash to a file. Docker builds have no Git folder, so there the COMMIT variable provides
 * it.
 */
function writeCommit(): void {
  const commit = readCheckoutCommit(root) ?? process.env.COMMIT
  mkdirSync(join(root, 'out'), { recursive: true })
  if (commit) writeFileSync(commitFile(root), commit)
  else rmSync(commitFile(root), { force: true })
}

async function bundle(): Promise<void> {
  const { build } = await import('electron-vite')
  await build({ logLevel: 'warn' })
}
