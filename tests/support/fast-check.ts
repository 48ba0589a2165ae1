import fc from 'fast-check'

/** The seed for all random input in one run. `vitest.config.ts` chooses and prints it. */
export const propertySeed = Number(process.env.PROPERTY_SEED)
if (!Number.isInteger(propertySeed)) throw new Error('PROPERTY_SEED must be an integer.')
fc.configureGlobal({ seed: propertySeed })

export { fc }
