import { adminJobs } from './day/admin-jobs.ts'
import { dealerJobs } from './day/dealer-jobs.ts'
import type { JobContext, Job } from './day/job.ts'
import { createKeyboard } from './day/keyboard.ts'
import { watchForPointers } from './day/keyboard-alone.ts'
import { lastRowJob } from './day/last-row-job.ts'
import { jumpTo, signIn } from './day/moves.ts'
import { networkJob } from './day/network-job.ts'
import { prepareDay } from './day/prepare-day.ts'
import { formatJobTable, type Done } from './day/print-table.ts'
import { takePhotos } from './day/take-photos.ts'
import { expect, test } from './desktop-test.ts'

// The test simulates two users' whole working day, which is slow.
test.slow()

/**
 * Number of cars that belong to the dealer. `npm run day` sets it and runs on a server with many more cars.
 */
const cars = Number(process.env.DAY_YARD ?? 12)
const pictures = process.env.DAY_SHOTS

const dealersDay = [...dealerJobs, networkJob]
const adminsDay = [...adminJobs, lastRowJob]

test(
  'a dealer and an admin complete twelve daily jobs using only the keyboard',
  { tag: '@full' },
  async ({ start, baseURL }, testInfo) => {
    const pdf = testInfo.outputPath('cars.pdf')
    const { setup, apiOrigin, end } = await prepareDay(baseURL!, pdf, cars)
    const { app, page } = await start({ apiOrigin, keychain: 'none' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await app.evaluate(({ dialog }, filePath) => {
      Reflect.set(dialog, 'showSaveDialog', async () => ({ canceled: false, filePath }))
    }, setup.pdf)
    // The listener must exist from the start. A key press opens the file chooser, and a job responds to it
    // later.
    page.on('filechooser', () => undefined)
    const notByKeys = await watchForPointers(page)
    const keyboard = createKeyboard(page)
    const finishedJobs: Done[] = []

    const context = (job: number): JobContext => ({
      keyboard,
      screen: page,
      app,
      setup,
      async picture(name) {
        const file = `${String(job + 1).padStart(2, '0')}-${name}`
        if (pictures) await keyboard.aside(() => takePhotos(page, pictures, file))
      },
    })

    async function work(jobs: readonly Job[]) {
      for (const job of jobs)
        await test.step(job.name, async () => {
          finishedJobs.push({
            name: job.name,
            ...(await keyboard.count(() => job.work(context(finishedJobs.length)))),
          })
          await job.outcome(setup)
        })
    }

    await work(dealersDay)
    await test.step('the dealer signs out, and an admin signs in', async () => {
      await jumpTo(context(finishedJobs.length), 'sign out', page.getByRole('option', { name: /^Sign out/ }))
      await signIn(context(finishedJobs.length), setup.admin)
    })
    await work(adminsDay)

    expect(await notByKeys()).toEqual([])
    expect(finishedJobs).toHaveLength(12)
    if (process.env.DAY_YARD) console.log(`\n${formatJobTable(finishedJobs)}\n`)
    await end()
  },
)
