/** Properties that runtimes and assertion libraries read on any object. They may be missing. */
const readByTools = new Set(['then', 'toJSON', 'asymmetricMatch', 'nodeType', '$$typeof', 'domain'])

/** Returns a proxy that throws when a member is read that `target` does not implement. */
export function createStrictProxy<T extends object>(name: string, target: T): T {
  return new Proxy(target, throwOnMissing(name))
}

/**
 * Makes instances of a class throw when a missing member is read. The proxy is at the end of the prototype
 * chain, so private fields still see the real `this`.
 */
export function makeClassStrict(name: string, constructor_: { prototype: object }): void {
  const parent: object = Object.getPrototypeOf(constructor_.prototype)
  Object.setPrototypeOf(constructor_.prototype, new Proxy(parent, throwOnMissing(name)))
}

function throwOnMissing<T extends object>(name: string): ProxyHandler<T> {
  return {
    get(target, key, receiver) {
      if (typeof key === 'string' && !(key in target) && !readByTools.has(key)) {
        const message = `electron-host: ${name}.${key} is not implemented`
        // The app may catch the error, so the message is also printed.
        console.error(message)
        throw new Error(message)
      }
      return Reflect.get(target, key, receiver) as unknown
    },
  }
}
