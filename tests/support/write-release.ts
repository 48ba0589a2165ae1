/** Writes the fixture of the current version, beside a Postgres server of its own. `npm run release:fixture` starts it. */
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
