import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './desktop-test.ts'
import { getUserDataPath } from './launch.ts'

test.slow()

test(
  'the window reopens at its last position, or at its default size without that display',
  { tag: '@full' },
  async ({ start }) => {
    const first = await start()
    const savedBounds = { x: 200, y: 120, width: 1000, height: 700 }
    await first.app.evaluate(({ BrowserWindow }, bounds) => {
      BrowserWindow.getAllWindows()[0]?.setBounds(bounds)
    }, savedBounds)
    await first.app.close()
    const file = join(getUserDataPath(first.options), 'window.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject(savedBounds)

    const second = await start()
    const bounds = () =>
      second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())
    expect(await bounds()).toMatchObject(savedBounds)
    await second.app.close()

    writeFileSync(file, JSON.stringify({ ...savedBounds, x: 90_000, isMaximized: false }))
    const third = await start()
    const correctedBounds = await third.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
    )
    expect(correctedBounds).toMatchObject({ width: 1280, height: 800 })
  },
)

test('a crashed page can be reloaded, and the log records the crash', async ({ start }) => {
  const { app, page, options } = await start()
  await expect(page.getByLabel('Password')).toBeVisible()
  await page.getByLabel('Email').fill('typed@kerblight.test')
  await app.evaluate(({ dialog, webContents }) => {
    Reflect.set(dialog, 'showMessageBox', async (_window: unknown, question: { message: string }) => {
      Reflect.set(globalThis, 'asked', question.message)
      return { response: 0 }
    })
    webContents.getAllWebContents()[0]?.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
  })
  await expect(page.getByLabel('Email')).toHaveValue('')
  expect(await app.evaluate(() => Reflect.get(globalThis, 'asked'))).toBe('The page has stopped working')
  expect(readFileSync(join(getUserDataPath(options), 'logs', 'console.log'), 'utf8')).toContain(
    'page gone: crashed',
  )
})

test('uncaught errors in main are logged without secrets, and the console continues', async ({ start }) => {
  const { app, page, options } = await start()
  await app.evaluate(() => {
    setTimeout(() => {
      throw new Error('Nobody caught this for dealer@people.test at https://cars.example/?code=4/secret')
    })
  })
  const log = () => readFileSync(join(getUserDataPath(options), 'logs', 'console.log'), 'utf8')
  await expect.poll(log).toContain('Nobody caught this')
  expect(log()).not.toMatch(/dealer@|secret/)
  await expect(page.getByLabel('Password')).toBeVisible()
})
