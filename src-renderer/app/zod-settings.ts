/**
 * This setting disables zod's compiled schemas. They need `new Function`, which the CSP blocks, and the CSP
 * reports even zod's probe for it. zod loads later, with the forms, and reads the setting when it creates its
 * first schema. The setting works without importing zod, which is not in the initial load.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
