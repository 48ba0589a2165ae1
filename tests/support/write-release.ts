/**
 * Writes the current version's fixture with a separate Postgres server. `npm run release:fixture` runs this
 * file.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../../scripts/cluster/postgres-server.ts'
import { writeReleaseFixture } from './release-fixture.ts'

const packageFile = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
const { version } = JSON.parse(packageFile) as { version: string }
const server = await startPostgres()
try {
  await writeReleaseFixture(version, server.url)
  console.log(`Wrote the fixture of ${version} to tests/fixtures/releases.`)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await server.stop()
}
