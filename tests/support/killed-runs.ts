import type { Db } from '../../server/db/tables.ts'

export class Killed extends Error {}

/** The disturbances of a run. Its steps are its transactions. */
export interface Steps {
  killAt: number
  killBefore: boolean
  afterStep: (step: number) => Promise<void>
}

/** Wraps a database so that a run is killed before or after one of its steps. */
export function withSteps(db: Db, { killAt, killBefore, afterStep }: Steps): Db {
  let step = 0
  async function take<T>(work: () => Promise<T>): Promise<T> {
    step += 1
    const here = step
    if (here === killAt && killBefore) throw new Killed()
    const result = await work()
    await afterStep(here)
    if (here === killAt) throw new Killed()
    return result
  }
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction')
        return () => ({
          execute: (work: (trx: Db) => Promise<unknown>) => take(() => target.transaction().execute(work)),
        })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
