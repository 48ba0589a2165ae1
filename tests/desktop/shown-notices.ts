import type { ElectronApplication } from '@playwright/test'

interface Shown {
  title: string
  body: string
  emit: (name: string) => void
}

/** Stores every notification that the app shows. */
export async function watchNotices(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ Notification }) => {
    const shown: unknown[] = []
    Reflect.set(globalThis, 'shownNotices', shown)
    const show = Notification.prototype.show
    Notification.prototype.show = function () {
      shown.push(this)
      return show.call(this)
    }
  })
}

export function noticesOf(app: ElectronApplication): Promise<string[]> {
  return app.evaluate(() =>
    (Reflect.get(globalThis, 'shownNotices') as Shown[]).map(({ title, body }) => `${title}: ${body}`),
  )
}

/** Clicks the latest notification whose body contains `text`. By default, clicks the latest of all. */
export async function clickNotice(app: ElectronApplication, text = ''): Promise<void> {
  await app.evaluate((_electron, wanted) => {
    const shown = Reflect.get(globalThis, 'shownNotices') as Shown[]
    shown.findLast(({ body }) => body.includes(wanted))?.emit('click')
  }, text)
}
