/** What runtimes and assertion libraries look for on any object, and expect to miss. */
const looked = new Set(['then', 'toJSON', 'asymmetricMatch', 'nodeType', '$$typeof', 'domain'])

/** Reading a member of `target` that nobody implemented throws instead of passing quietly. */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, refuseMissing(name))
}

/**
 * The same for the instances of a class. The proxy ends the chain of prototypes, so that private fields still
 * see the real `this`.
 */
export function strictClass(name: string, made: { prototype: object }): void {
  const parent: object = Object.getPrototypeOf(made.prototype)
  Object.setPrototypeOf(made.prototype, new Proxy(parent, refuseMissing(name)))
}

function refuseMissing<T extends object>(name: string): ProxyHandler<T> {
  return {
    get(target, key, receiver) {
      if (typeof key === 'string' && !(key in target) && !looked.has(key)) {
        const message = `electron-host: ${name}.${key} is not implemented`
        // An app may catch it; whoever runs the tests should see it all the same.
        console.error(message)
        throw new Error(message)
      }
      return Reflect.get(target, key, receiver) as unknown
    },
  }
}
