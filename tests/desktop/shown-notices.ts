import type { ElectronApplication } from '@playwright/test'

interface Shown {
  title: string
  body: string
  emit: (name: string) => void
}

export async function watchNotices(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ Notification }) => {
    const shownNotices: unknown[] = []
    Reflect.set(globalThis, 'shownNotices', shownNotices)
    const show = Notification.prototype.show
    Notification.prototype.show = function () {
      shownNotices.push(this)
      return show.call(this)
    }
  })
}

export function readShownNotices(app: ElectronApplication): Promise<string[]> {
  return app.evaluate(() =>
    (Reflect.get(globalThis, 'shownNotices') as Shown[]).map(({ title, body }) => `${title}: ${body}`),
  )
}

/** Clicks the latest notification whose body contains `text`. */
export async function clickNotice(app: ElectronApplication, text = ''): Promise<void> {
  await app.evaluate((_electron, expectedNotice) => {
    const shownNotices = Reflect.get(globalThis, 'shownNotices') as Shown[]
    shownNotices.findLast(({ body }) => body.includes(expectedNotice))?.emit('click')
  }, text)
}
