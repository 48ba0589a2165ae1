import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSavedProject } from '../../sandbox/identity/saved-project.ts'
import { readSavedAccounts } from '../support/saved-accounts.ts'

it('the sandbox reads all accounts once for many concurrent saves', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kerblight-project-'))
  const saved = await openSavedProject(dataDir, 'demo')
  let reads = 0
  const ada = { localId: 'ada', toJSON: () => ({ localId: 'ada', reads: (reads += 1) }) }
  const project = { users: new Map([['ada', ada]]), oobs: new Map(), overwriteUserWithLocalId: () => ada }
  const saves = Array.from({ length: 50 }, () => saved.save(project))
  await saves[0]
  expect(readSavedAccounts(dataDir)).toHaveLength(1)
  await Promise.all(saves)
  expect(reads).toBe(1)
  await saved.save(project)
  expect(reads).toBe(2)

  // The test does not wait for this save, so `close` must complete it.
  void saved.save(project)
  await saved.close()
  expect(readSavedAccounts(dataDir)).toMatchObject([{ reads: 3 }])
  await rm(dataDir, { recursive: true })
})
